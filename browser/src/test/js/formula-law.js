// Reads texts and their escapes that Java has written (FormulaEscapeLawTest), and says where the page escapes differently.
// node formula-law.js CASES

import { readFileSync } from 'node:fs';
import { escapeFormula } from '../../../../dashboard/src/main/web/page/csv.js';

const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const wrong = cases.filter(([text, escaped]) => escapeFormula(text) !== escaped);
for (const [text, escaped] of wrong.slice(0, 10)) console.log(JSON.stringify({ text, java: escaped, page: escapeFormula(text) }));
console.log(`${cases.length - wrong.length} of ${cases.length} texts agree`);
process.exitCode = wrong.length ? 1 : 0;
