// node scripts/check/sources.mjs server|pages types|web-types|lint|sql...: types, lint and SQL texts by one program. What the
// type check finds out about an expression is what the others ask for, so all together cost little more than any.
import { fail } from '../lib/problem.mjs';
import { createProgress } from '../lib/progress.mjs';
import { prepareTestDatabase } from '../lib/test-database.mjs';
import { lintBy } from './lint.mjs';
import { typedSources, typeProblems } from './program.mjs';
import { checkSql } from './sql/check.mjs';
import { openDescriber } from './sql/describe.mjs';

const LINTED = {
  server: { paths: ['apps', 'libs', 'test'], ignorePatterns: ['apps/web/**'] },
  pages: { paths: ['apps/web'] },
};
/** Fewer files mean that the paths above do not lead to the sources any more. */
const FILES = 200;

async function main([part, ...wanted]) {
  const sources = typedSources(part);
  const problems = [];
  if (wanted.some((name) => name.endsWith('types'))) problems.push(typeProblems(sources));
  if (wanted.includes('lint')) problems.push(await lintProblems(sources.program, LINTED[part]));
  if (wanted.includes('sql')) problems.push(await sqlProblems(sources.program));
  process.stdout.write(problems.join(''));
  process.exitCode = problems.every((text) => text === '') ? 0 : 1;
}

/** A line each; empty when there are none. */
async function sqlProblems(program) {
  const database = await prepareTestDatabase({ progress: createProgress({ quiet: true }) });
  try {
    const { describe, close } = await openDescriber(database.url);
    const { problems, summary } = await checkSql(program, describe).finally(close);
    process.stdout.write(`${summary}\n`);
    return problems.map((problem) => `${problem}\n`).join('');
  } finally {
    await database.stop();
  }
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
