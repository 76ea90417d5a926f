// A run of tests (npm test, test:steady, bench, Jest called by hand) has a directory of its own: a lock that shows
// whether the run lives, every process that was started, and all temporary files. Whatever a killed run leaves lies
// there.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { forgetDeadClaims } from './free-port.mjs';
import { takeLock } from './lock-file.mjs';
import { runsDirectory } from './shared-temp.mjs';
import { cleanLeftovers, endProcesses, removeRun } from './test-leftovers.mjs';

/**
 * Begins a run after cleaning up what killed ones left. From now on temporary files of this process and of those it
 * starts lie in the directory of the run (TMPDIR). A part of a run that is going on already belongs to that one.
 * Returns { close }: ends and reports processes that the run left, and removes the directory.
 */
export async function openTestRun(progress) {
  if (process.env.PORTAL_TEST_RUN && fs.existsSync(process.env.PORTAL_TEST_RUN)) return { close: async () => {} };
  await cleanLeftovers(progress);
  const runs = runsDirectory();
  const directory = path.join(runs, `${process.pid}-${crypto.randomBytes(3).toString('hex')}`);
  const what = process.env.npm_lifecycle_event ? `npm run ${process.env.npm_lifecycle_event}` : commandName();
  // Before there is a directory: one without a lock that lives is a leftover.
  const lock = takeLock(`${directory}.lock`, { what, began: new Date().toISOString() });
  const temp = path.join(directory, 'tmp');
  // Passable: PostgreSQL may run as another account.
  for (const one of [directory, temp]) fs.mkdirSync(one, { mode: 0o711 });
  fs.mkdirSync(path.join(directory, 'processes'));
  const before = { TMPDIR: process.env.TMPDIR, PORTAL_TEST_RUN: process.env.PORTAL_TEST_RUN };
  setVariables({ TMPDIR: temp, PORTAL_TEST_RUN: directory });
  return {
    async close() {
      setVariables(before);
      const ended = await endProcesses(directory);
      if (ended.length > 0) progress.note(`Ended what the tests had left running: ${ended.join(', ')}`);
      removeRun(directory);
      forgetDeadClaims();
      lock.release();
    },
  };
}

const commandName = () => path.basename(process.argv[1] ?? 'node', '.mjs');

function setVariables(values) {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
