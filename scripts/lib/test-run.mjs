// A run of tests (npm test, bench, Jest called directly) has a directory of its own: a lock that shows whether the run
// lives, and all temporary files.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from './lock-file.mjs';
import { inMemory, runsDirectory } from './shared-temp.mjs';

/**
 * Begins a run after removing what killed ones left. From now on temporary files of this process and of those it
 * starts lie in the directory of the run (TMPDIR). A part of a run that is going on already belongs to that one.
 * Returns { close }, which removes the directory.
 */
export function openTestRun() {
  if (process.env.PORTAL_TEST_RUN && fs.existsSync(process.env.PORTAL_TEST_RUN)) return { close: () => {} };
  const runs = runsDirectory();
  removeAbandoned(runs);
  const directory = path.join(runs, `${process.pid}-${crypto.randomBytes(3).toString('hex')}`);
  // The lock comes before the directory, because a directory without a living lock is removed as a leftover.
  const lock = takeLock(`${directory}.lock`);
  const temp = path.join(directory, 'tmp');
  // Passable: PostgreSQL may run as another account.
  for (const one of [directory, temp]) fs.mkdirSync(one, { mode: 0o711 });
  const before = { TMPDIR: process.env.TMPDIR, PORTAL_TEST_RUN: process.env.PORTAL_TEST_RUN };
  setVariables({ TMPDIR: temp, PORTAL_TEST_RUN: directory });
  return {
    close() {
      setVariables(before);
      removeRun(directory);
      lock.release();
    },
  };
}

/** Their processes have ended with them (own-process.mjs). */
function removeAbandoned(runs) {
  const names = fs.existsSync(runs) ? fs.readdirSync(runs) : [];
  const ids = new Set(names.flatMap((name) => /^\d+-[0-9a-f]{6}(?=$|\.lock$)/.exec(name) ?? []));
  for (const id of ids) {
    const directory = path.join(runs, id);
    const lock = takeLock(`${directory}.lock`);
    if (!lock.release) continue;
    removeRun(directory);
    lock.release();
  }
}

function removeRun(directory) {
  for (const one of [directory, inMemory(directory)]) fs.rmSync(one, { recursive: true, force: true, maxRetries: 3 });
}

function setVariables(values) {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
