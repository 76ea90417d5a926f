// Lints the texts of stdin, a JSON object by file name, as if they were in their files; without any other source.
import path from 'node:path';
import { lintBy } from '../../scripts/check/lint.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { plantedProgram } from './planted-program.mjs';

const { planted, program } = await plantedProgram();

const eslint = lintBy(program);
const found = {};
for (const [file, code] of planted) {
  const [{ messages }] = await eslint.lintText(code, { filePath: file });
  const { rules } = await eslint.calculateConfigForFile(file);
  const on = Object.keys(rules).filter((rule) => rules[rule][0] !== 0);
  found[path.relative(inRoot(), file)] = { messages, on };
}
process.stdout.write(JSON.stringify(found));
