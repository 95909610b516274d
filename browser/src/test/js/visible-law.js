// Reads texts that Java has written with their control characters made visible (ControlCharactersLawTest), and says where the page
// writes others. node visible-law.js CASES

import { readFileSync } from 'node:fs';
import { visible, visibleInLines } from '../../../../dashboard/src/main/web/draw/visible.js';

const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const textOf = (points) => points.split(' ').map((point) => String.fromCodePoint(parseInt(point, 16))).join('');
const wrong = cases.filter(([points, line, lines]) => visible(textOf(points)) !== line || visibleInLines(textOf(points)) !== lines);
for (const [points, line] of wrong.slice(0, 10)) console.log(JSON.stringify({ points, java: line, page: visible(textOf(points)) }));
console.log(`${cases.length - wrong.length} of ${cases.length} texts agree`);
process.exitCode = wrong.length ? 1 : 0;
