// node scripts/check/sources.mjs server|pages types|web-types|lint...: types and lint by one program. What the type check
// finds out about an expression is what most lint rules ask for, so both together cost little more than either.
import { fail } from '../lib/problem.mjs';
import { lintBy } from './lint.mjs';
import { typedSources, typeProblems } from './program.mjs';

const LINTED = {
  server: { paths: ['apps', 'libs', 'test'], ignorePatterns: ['apps/web/**'] },
  pages: { paths: ['apps/web'] },
};
/** Fewer files mean that the paths above do not lead to the sources any more. */
const FILES = 200;

async function main([part, ...wanted]) {
  const sources = typedSources(part);
  const problems = [];
  if (wanted.some((name) => name !== 'lint')) problems.push(typeProblems(sources));
  if (wanted.includes('lint')) problems.push(await lintProblems(sources.program, LINTED[part]));
  process.stdout.write(problems.join(''));
  process.exitCode = problems.every((text) => text === '') ? 0 : 1;
}

/** As eslint prints them, warnings too; empty when there are none. */
async function lintProblems(program, { paths, ignorePatterns }) {
  const eslint = lintBy(program, { ignorePatterns });
  const results = await eslint.lintFiles(paths);
  if (results.length < FILES) return `Only ${results.length} files were linted.\n`;
  if (results.every(({ messages }) => messages.length === 0)) return '';
  return (await eslint.loadFormatter('stylish')).format(results);
}

main(process.argv.slice(2)).catch(fail);
