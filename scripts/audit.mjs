// npm run audit: advisories against the packages of the lock files, except those that scripts/supply-chain/allowed.json
// allows with a reason and a day. Where the registry gives no advisories it reports that and exits with 0.
import './lib/node-version.cjs';
import { spawnSync } from 'node:child_process';
import { auditProblems, outOfReach } from './supply-chain/advisories.mjs';
import { allowed } from './supply-chain/packages.mjs';
import { npmCommand } from './lib/npm-command.mjs';
import { inRoot } from './lib/root.mjs';

for (const folder of ['.', 'scripts/openapi-lint']) {
  const [npm, ...args] = npmCommand('audit', '--json', '--package-lock-only');
  const { stdout } = spawnSync(npm, args, { cwd: inRoot(folder), encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const what = `npm audit of ${folder === '.' ? 'the product' : folder}`;
  const away = outOfReach(stdout);
  if (away !== undefined) process.stdout.write(`${what}: no advisories, nothing was compared. ${away}\n`);
  else {
    const problems = auditProblems(JSON.parse(stdout), allowed().advisories, new Date());
    for (const problem of problems) process.stdout.write(`${what}: ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
    else process.stdout.write(`${what}: nothing that is not allowed\n`);
  }
}
