// The overlay of keys and gestures.

import { make } from '../draw/dom.js';
import { overlay } from '../draw/overlay.js';

/** @type {[string, [string, string][]][]} */
const HELP = [
    [
        'Everywhere',
        [
            ['/', 'search frames'],
            ['Ctrl+K', 'ask any question about the selection'],
            ['n  N', 'next, previous match'],
            ['1 … 7', 'table, node-link, icicle, flame, sandwich, flat, source'],
            ['e', 'inclusive or exclusive'],
            ['w', 'whole program: nothing is selected'],
            ['t', 'to the call tree'],
            ['Esc', 'remove the last filter'],
            ['Ctrl+Z', 'undo; Ctrl+Shift+Z redo'],
            ['?', 'this help'],
        ],
    ],
    [
        'In the call tree',
        [
            ['↑ ↓', 'previous, next row'],
            ['← →', 'close or to the caller; open or to the first callee'],
            ['Enter', 'open or close'],
            ['*', 'open everything below'],
            ['f  F', 'focus on this subtree; on every frame of this name'],
            ['h  H', 'hide'],
            ['m  M', 'merge into the caller'],
            ['c  C', 'collapse to one leaf'],
            ['i', 'invert: callers below'],
            ['a', 'add or edit a note'],
            ['y  Y', 'copy the name; the call path'],
            ['Shift+F10', 'menu of the row'],
        ],
    ],
    [
        'In node-link, icicle, flame and sandwich',
        [
            ['arrows', 'caller, callee, neighbours'],
            ['Enter', 'zoom; select in the sandwich'],
            ['Esc', 'zoom back'],
            ['+  −  0', 'zoom in, out, everything'],
            ['Ctrl+wheel', 'zoom at the pointer'],
            ['Shift+wheel', 'move sideways'],
        ],
    ],
    [
        'In the timeline',
        [
            ['wheel', 'zoom in time; Shift moves, Alt zooms rows'],
            ['drag', 'move; on the ruler: restrict all numbers to an interval; with Ctrl: zoom'],
            ['arrows', 'walk over rows and time; with Shift move the view'],
            ['+  −  0', 'zoom in, out, everything'],
            ['[  ]', 'call depth'],
            ['b', 'restrict all numbers to the visible interval'],
        ],
    ],
    [
        'In the plots below',
        [
            ['arrows', 'walk over ranks, parts, executions'],
            ['Enter', 'select; Ctrl+Enter adds or compares'],
            ['Tab, arrows', 'move the ends of a brush'],
            ['Delete', 'end the brush'],
        ],
    ],
    [
        'On the page of many runs',
        [
            ['↑ ↓', 'previous, next run or node'],
            ['Space', 'pick or unpick a run; Shift+↑ ↓ picks several'],
            ['Enter', 'open the run'],
            ['Esc', 'unpick all runs'],
            ['drag', 'along an axis: filter; over points or bars: pick runs'],
        ],
    ],
    [
        'With the mouse',
        [
            ['click', 'select in all views'],
            ['double-click', 'focus on the subtree, or zoom'],
            ['right click', 'menu of the row'],
            ['drag', 'brush ranks or iterations; in the grid of ranks a box'],
            ['Ctrl+click', 'one more rank, column or row'],
            ['Alt+click', 'the column of a rank; Shift+click its row'],
            ['drop a file', 'open a profile'],
        ],
    ],
];

export function helpOverlay() {
    const { dialog, body } = overlay('help', 'Keys and gestures');
    const groups = HELP.map(([title, keys]) =>
        make('section', {}, make('h3', {}, title), make('dl', {}, ...keys.flatMap(([key, what]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, what)]))),
    );
    body.append(
        make('div', { class: 'help-groups' }, ...groups),
        make('p', { class: 'quiet' }, 'A link to this page reproduces what it shows: runs, selection, transforms, sorting, open rows.'),
    );
    dialog.addEventListener('keydown', (event) => {
        if (event.key !== '?') return;
        event.preventDefault();
        dialog.close();
    });
    return { toggle: () => (dialog.open ? dialog.close() : dialog.showModal()) };
}
