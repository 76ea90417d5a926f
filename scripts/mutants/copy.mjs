import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { takeLock } from '../lib/lock-file.mjs';
import { Problem, fileProblem } from '../lib/problem.mjs';
import { inRoot, root } from '../lib/root.mjs';

// Without it nothing builds the pages, of which no mutant and no test of one knows.
const LEFT_OUT = new Set(['apps/web/vite.config.ts']);

/**
 * Copies the checkout as it is (committed or not, without files that Git ignores) next to the installed
 * packages. Returns { directory, remove }. One copy of a checkout at a time, always in the same place: so Jest finds what
 * it compiled the last time, and leftovers of a killed run are removed by the next. Throws Problem `mutants_running`,
 * `no_git`.
 */
export function copyCheckout() {
  const name = crypto.createHash('sha256').update(root).digest('hex').slice(0, 12);
  const directory = path.join(os.tmpdir(), `drive-portal-mutants-${process.getuid?.() ?? 'user'}-${name}`);
  const lock = takeLock(`${directory}.lock`);
  if (!lock.release)
    throw new Problem('mutants_running', `Mutants of this checkout are played by process ${lock.heldBy.pid}.`);
  const remove = () => {
    fs.rmSync(directory, { recursive: true, force: true });
    lock.release();
  };
  try {
    fs.rmSync(directory, { recursive: true, force: true });
    fs.mkdirSync(directory, { mode: 0o700 });
    for (const file of files()) {
      fs.mkdirSync(path.join(directory, path.dirname(file)), { recursive: true });
      fs.copyFileSync(inRoot(file), path.join(directory, file));
    }
    fs.symlinkSync(inRoot('node_modules'), path.join(directory, 'node_modules'));
    return { directory, remove };
  } catch (error) {
    remove();
    throw fileProblem(error, directory);
  }
}

function files() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (git.status !== 0)
    throw new Problem('no_git', `Git cannot list the files of ${root}: ${git.error?.message ?? git.stderr.trim()}`);
  return git.stdout.split('\0').filter((file) => file !== '' && !LEFT_OUT.has(file) && fs.existsSync(inRoot(file)));
}
