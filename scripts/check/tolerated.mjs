// node scripts/check/tolerated.mjs [--write]: rules that were made after some of the code was, with the exceptions that are
// left in tolerated.json. One more fails, one less fails until the list is shorter too; --write shortens it.
import fs from 'node:fs';
import { inRoot } from '../lib/root.mjs';
import { walk } from '../lib/testing/test-files.mjs';
import { compare } from './tolerated/rules.mjs';

const LIST = inRoot('scripts', 'check', 'tolerated.json');
const SOURCE = /^(apps|libs)\/[^/]+\/src\/.*\.tsx?$/;
const TEST = /\.(int-)?spec\.tsx?$|\/testing\//;
const GENERATED = /\.generated\.ts$|\.d\.ts$|\/generated\//;

const sources = ['apps', 'libs']
  .flatMap((folder) => walk(folder))
  .filter((file) => SOURCE.test(file) && !TEST.test(file) && !GENERATED.test(file));
const files = Object.fromEntries(sources.map((file) => [file, fs.readFileSync(inRoot(file), 'utf8')]));
const { problems, shorter } = compare(files, JSON.parse(fs.readFileSync(LIST, 'utf8')));
if (process.argv.includes('--write')) fs.writeFileSync(LIST, `${JSON.stringify(shorter, null, 2)}\n`);
else {
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
