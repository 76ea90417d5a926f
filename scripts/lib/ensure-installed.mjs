import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { waitForLock } from './lock-file.mjs';
import { npmCommand } from './npm-command.mjs';
import { DISK_FULL, Problem } from './problem.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { sharedTemp } from './shared-temp.mjs';

/**
 * Installs the packages that package-lock.json names, unless exactly those are there already.
 * @param folder the checkout, or a folder of it with packages and a lock file of its own
 */
export async function ensureInstalled(progress, folder = root) {
  if (isInstalled(folder)) return false;
  const lock = await waitForLock(path.join(scratchDirectory(), 'install.lock'), (holder) =>
    progress.note(`waiting for another install (process ${holder.pid})`),
  );
  try {
    if (isInstalled(folder)) return false;
    await progress.phase('Installing packages', () => install(folder));
    return true;
  } finally {
    lock.release();
  }
}

/**
 * Compares what npm recorded at the end of its last install (node_modules/.package-lock.json, absent after one that was
 * interrupted) with package-lock.json, so an install made without us counts as well. Optional packages may be missing: npm
 * leaves out those of other platforms.
 * @public for its test
 */
export function isInstalled(folder = root) {
  const packagesOf = (...file) => JSON.parse(fs.readFileSync(path.join(folder, ...file), 'utf8')).packages;
  try {
    const wanted = packagesOf('package-lock.json');
    const present = packagesOf('node_modules', '.package-lock.json');
    return Object.entries(wanted).every(([at, entry]) => {
      if (!at.startsWith('node_modules/')) return true;
      const installed = present[at];
      if (!installed) return Boolean(entry.optional || entry.devOptional || entry.peer);
      return (
        installed.version === entry.version &&
        installed.integrity === entry.integrity &&
        fs.existsSync(path.join(folder, at))
      );
    });
  } catch {
    return false;
  }
}

async function install(folder) {
  // Dev packages are needed to build, whatever NODE_ENV is; no package's install script is needed.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const [npm, ...rest] = npmCommand(...args);
  const { code, output, error } = await run(npm, rest, { cwd: folder, shell: npm.endsWith('.cmd') });
  if (error)
    throw new Problem(
      'npm_missing',
      `npm cannot be run: ${error.message}`,
      'Install Node.js together with npm (https://nodejs.org).',
    );
  if (code !== 0) throw installProblem(code, output);
}

function installProblem(code, output) {
  const errors = output.split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  return new Problem(
    DISK_FULL.test(output) ? 'disk_full' : 'install_failed',
    `npm ci failed with code ${code}.\n${errors.slice(0, 12).join('\n') || output.trim()}`,
    'Put right what npm says, then run the same command again. It ran: npm ci --ignore-scripts',
  );
}

// Locks cannot lie in node_modules, which an install removes first.
function scratchDirectory() {
  const name = crypto.createHash('sha256').update(root).digest('hex').slice(0, 12);
  return path.join(sharedTemp(), `drive-portal-${process.getuid?.() ?? 'user'}-${name}`);
}
