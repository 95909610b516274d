// Reads cases that Java has written (FlatLawTest), adds them up as the page does, and says where the two differ.
// node flat-law.js CASES

import { readFileSync } from 'node:fs';
import { flatRows } from '../../../../dashboard/src/main/web/tree/flat.js';
import { shapeOf } from '../../../../dashboard/src/main/web/tree/tree.js';

const MOST_TOLD = 10;

/** @param {(number | null)[]} numbers  null is not measured */
const column = (numbers) => Float64Array.from(numbers, (number) => number ?? NaN);

/** Sums in another order differ in their last digits. */
const number = (value) => (value === null || Number.isNaN(value) ? '-' : value.toFixed(6));

const line = ({ name, exclusive, inclusive, nodes }) => `${name} ${number(exclusive)} ${number(inclusive)} ${nodes}`;

const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let told = 0;
for (const { name, by, names, files, modules, kinds, frame, parent, inclusive, exclusive, expected } of cases) {
    const shape = shapeOf(Int32Array.from(parent), Int32Array.from(frame), names);
    const found = flatRows({ ...shape, inclusive: column(inclusive), exclusive: column(exclusive), sources: { files, modules, kinds } }, by);
    const [ours, theirs] = [found, expected].map((rows) => rows.map(line).sort().join('\n'));
    if (ours === theirs || told++ >= MOST_TOLD) continue;
    console.log(`${name}\nexpected\n${theirs}\nfound\n${ours}\n`);
}
console.log(told === 0 ? `${cases.length} cases agree` : `${told} of ${cases.length} cases differ`);
process.exitCode = told === 0 ? 0 : 1;
