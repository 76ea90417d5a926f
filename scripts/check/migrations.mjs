// Migrations expand before they contract, and hold no lock for long (docs/runbooks/upgrade.md).
import fs from 'node:fs';
import { inRoot } from '../lib/root.mjs';
import { migrationProblems } from './migrations/check.mjs';
import { KNOWN } from './migrations/known.mjs';

const folder = inRoot('apps/migrate/src/migrations');
const files = fs
  .readdirSync(folder)
  .sort()
  .map((name) => ({ name, text: fs.readFileSync(`${folder}/${name}`, 'utf8') }));
const problems = migrationProblems(files, KNOWN);
if (files.length === 0) problems.push('No migrations were found.');
if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
