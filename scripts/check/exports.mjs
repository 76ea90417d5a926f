// node scripts/check/exports.mjs: every export of a module is used by another one.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { inRoot, root } from '../lib/root.mjs';
import { unusedExports } from './exports/unused.mjs';

/** Fewer mean that git did not list the sources. */
const MODULES = 1_500;

const read = (...patterns) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && fs.existsSync(inRoot(file)))
    .map((file) => [file, fs.readFileSync(inRoot(file), 'utf8')]);
const files = read('apps/**/*.ts', 'apps/**/*.tsx', 'libs/**/*.ts', 'test/**/*.ts');
const problems = unusedExports(
  Object.fromEntries(files),
  read('*.mjs', '*.cjs', '*.mts').map(([, text]) => text),
);
if (files.length < MODULES) problems.push(`Only ${files.length} modules were found.`);
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
