import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, DEFAULTS, difference, encode, NO_RUN } from '../../../../dashboard/src/main/web/data/state.js';

const there = (changes) => decode(encode({ ...DEFAULTS, ...changes }));
const survives = (changes) => assert.deepEqual(there(changes), { ...DEFAULTS, ...changes });

test('the usual state needs no text', () => {
    assert.equal(encode(DEFAULTS), '');
    assert.deepEqual(decode(''), DEFAULTS);
});

test('every part of the state survives a link', () => {
    survives({
        run: 3,
        against: 4,
        node: ['main', 'solve'],
        metric: 'bytes sent',
        scope: 'exclusive',
        over: 'max',
        contexts: [[0, 511], [600, 600]],
        iterations: [3, 17],
        statistic: 'worst',
        view: 'icicle',
        search: '/mpi_.*/',
        sort: { column: 'imbalance', descending: false },
        open: 'all',
        expanded: [['main'], ['main', 'solve', 'x'], ['main', 'solve', 'y'], ['other']],
        theme: 'dark',
        columns: [{ metric: 'bytes sent', scope: 'exclusive' }, { metric: 'a~b', scope: 'inclusive' }],
        least: 0.5,
        by: 'module',
        perRow: 32,
        zoom: ['main', 'a/b'],
        siblings: 'stored',
        widths: 'against',
        rankOrder: 'value',
        split: 'tag kind of work',
        executionsOf: 'runs',
        tables: ['flame', 'processes'],
        notes: [{ path: ['main', 'a/b~c'], text: 'why <b>? ~~ 50 % & more\nnext line' }],
    });
});

test('stripes of ranks are short', () => {
    const columns = Array.from({ length: 8192 }, (_, at) => [8 * at + 3, 8 * at + 3]);
    assert.equal(encode({ ...DEFAULTS, contexts: columns }), 'contexts=3/8x8192');
    survives({ contexts: columns });
    survives({ contexts: [[0, 1], [4, 5], [8, 9], [12, 13], [20, 20], [40, 41], [44, 45]] });
    assert.equal(encode({ ...DEFAULTS, contexts: [[0, 1], [4, 5], [8, 9], [12, 12]] }), 'contexts=0-1/4x3,12');
    assert.equal(decode('contexts=0/1x99999999').contexts, null);
});

test('a link can be read by people', () => {
    assert.equal(encode({ ...DEFAULTS, run: 1, node: ['main', 'solve'], contexts: [[4, 7]] }), 'run=1&node=main/solve&contexts=4-7');
});

test('any frame name survives', () => {
    for (const name of ['a/b', 'operator&&', 'x=1#y', 'f~g~~h', 'std::vector<int>(a, b)', '100 %', 'ünïcode 漢字 🚀', "it's", 'dup\u00012']) {
        survives({ node: ['main', name], search: name, transforms: [{ kind: 'hide', what: { path: ['main', name] } }, { kind: 'merge', what: { name } }], expanded: [['main', name]] });
    }
});

test('transforms of every kind survive', () => {
    survives({ transforms: [{ kind: 'focus', what: { match: '/a|b/' } }, { kind: 'collapse', what: { name: 'x' } }, { kind: 'invert', what: null }] });
});

test('parts that are not understood keep their defaults', () => {
    assert.deepEqual(decode('#view=poster&scope=exclusive&contexts=1-x&node=%E0%A4&transforms=explode~name~x&least=-1&columns=time~sideways&by=size&future=1&__proto__=1'), { ...DEFAULTS, scope: 'exclusive' });
});

test('a state cannot be changed in place', () => {
    assert.ok(Object.isFrozen(decode('#run=1')));
});

test('only keys whose values differ are told', () => {
    assert.deepEqual([...difference(DEFAULTS, { ...DEFAULTS, node: ['main'], transforms: [] })], ['node']);
});

test('a link names its run, not its position', () => {
    const names = new Map([[0, 'before.tldb'], [4, 'a b/profile.cubex'], [5, '27']]);
    assert.equal(encode({ ...DEFAULTS, run: 4, against: 0 }, names), 'run=a%20b%2Fprofile.cubex&against=before.tldb');
    const elsewhere = new Map([[2, 'a b/profile.cubex'], [7, 'before.tldb']]);
    const { run, against } = decode('run=a%20b%2Fprofile.cubex&against=before.tldb', elsewhere);
    assert.deepEqual([run, against], [2, 7]);
});

test('links by position still work, and a name of digits is not taken for one', () => {
    const names = new Map([[0, 'before.tldb'], [5, '27']]);
    assert.equal(decode('run=5', names).run, 5);
    assert.equal(encode({ ...DEFAULTS, run: 5 }, names), 'run=5');
});

test('a run that is not open is none', () => {
    assert.equal(decode('run=gone.tldb', new Map([[0, 'before.tldb']])).run, NO_RUN);
});
