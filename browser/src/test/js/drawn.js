// Trees drawn as text: one line per node, two spaces per level, then its exclusive value and perhaps a file that tells apart
// frames of one name.

import { evaluate, pathOf, shapeOf } from '../../../../dashboard/src/main/web/tree/tree.js';
import { hasOwnCost, plan } from '../../../../dashboard/src/main/web/tree/transform.js';

export function drawn(text) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const margin = Math.min(...lines.map((line) => line.search(/\S/)));
    const names = [];
    const parent = [];
    const frame = [];
    const exclusive = [];
    const at = [];
    lines.forEach((line, row) => {
        const depth = (line.search(/\S/) - margin) / 2;
        const [name, value] = line.trim().split(/\s+/);
        at[depth] = row;
        parent.push(depth === 0 ? -1 : at[depth - 1]);
        if (!names.includes(name)) names.push(name);
        frame.push(names.indexOf(name));
        exclusive.push(Number(value));
    });
    return treeOf(parent, frame, names, exclusive);
}

/** A base with its values; inclusive ones are summed up as the server would. */
export function treeOf(parent, frame, names, exclusive) {
    const shape = shapeOf(Int32Array.from(parent), Int32Array.from(frame), names);
    const inclusive = Float64Array.from(exclusive);
    for (let row = shape.length - 1; row >= 0; row--) if (parent[row] >= 0) inclusive[parent[row]] += inclusive[row];
    const base = { ...shape, node: Int32Array.from(parent, (_, row) => row), hidden: new Int32Array(shape.length) };
    const values = { inclusive, exclusive: Float64Array.from(exclusive), additive: true, exact: true };
    return { base, values };
}

export function shown({ base, values }, ...transforms) {
    return evaluate(base, plan(base, transforms, hasOwnCost(base, values)), values);
}

/** The shown tree as text: name inclusive exclusive. */
export function text(tree) {
    const lines = [];
    for (let row = 0; row < tree.length; row++) {
        lines.push(`${'  '.repeat(tree.depth[row])}${tree.names[tree.frame[row]]} ${tree.inclusive[row]} ${tree.exclusive[row]}`);
    }
    return lines.join('\n');
}

export const path = (tree, row) => pathOf(tree, row).join('/');

/** Lines of a template without their common margin. */
export function lines(strings) {
    const all = strings.raw[0].split('\n').filter((line) => line.trim() !== '');
    const margin = Math.min(...all.map((line) => line.search(/\S/)));
    return all.map((line) => line.slice(margin).trimEnd()).join('\n');
}
