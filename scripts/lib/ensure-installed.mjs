import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { waitForLock } from './lock-file.mjs';
import { npmCommand } from './npm-command.mjs';
import { DISK_FULL, Problem } from './problem.mjs';
import { root } from './root.mjs';
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
    await progress.phase('Installing packages', (update) => install(folder, update));
    if (!isInstalled(folder))
      throw new Problem(
        'install_incomplete',
        'npm reported success, but packages that this platform needs are missing.',
        'Remove node_modules and run the same command again.',
      );
    return true;
  } finally {
    lock.release();
  }
}

/**
 * Compares what npm recorded at the end of its last install (node_modules/.package-lock.json, absent after one that was
 * interrupted) with package-lock.json, so an install made by hand counts as well. Packages for other platforms are
 * left out by npm; those for this one must be there, which catches a folder copied from another machine.
 * @public for its test
 */
export function isInstalled(folder = root) {
  try {
    const wanted = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(
      fs.readFileSync(path.join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(wanted).every(([at, entry]) => {
      if (!at.startsWith('node_modules/')) return true;
      const installed = present[at];
      if (!installed) return Boolean(entry.optional || entry.devOptional || entry.peer) && !isForHere(entry);
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

function isForHere({ os: systems, cpu, libc }) {
  if (!systems && !cpu && !libc) return false; // optional for another reason: npm decides
  const fits = (list, value) =>
    !list ||
    (list.includes(value) && !list.includes(`!${value}`)) ||
    (list.every((one) => one.startsWith('!')) && !list.includes(`!${value}`));
  return fits(systems, process.platform) && fits(cpu, process.arch) && (!libc || fits(libc, libcFamily()));
}

let family;
function libcFamily() {
  if (!family) {
    process.report.excludeNetwork = true;
    family = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  }
  return family;
}

function install(folder, update) {
  // Dev packages are needed to build, whatever NODE_ENV is; no package's install script is needed.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const [npm, ...rest] = npmCommand(...args);
  return new Promise((resolve, reject) => {
    const child = spawn(npm, rest, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: npm.endsWith('.cmd'),
    });
    // Does not continue alone when this process is stopped.
    process.once('exit', () => child.kill());
    let output = '';
    const collect = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const watch = setInterval(() => update(`${countPackages(folder)} packages so far`), 1000);
    const end = (result) => {
      clearInterval(watch);
      update('');
      if (result) reject(result);
      else resolve();
    };
    child.once('error', (error) =>
      end(
        new Problem(
          'npm_missing',
          `npm cannot be run: ${error.message}`,
          'Install Node.js together with npm (https://nodejs.org).',
        ),
      ),
    );
    child.once('close', (code) => end(code === 0 ? undefined : installProblem(code, output)));
  });
}

function countPackages(folder) {
  try {
    const names = fs.readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    return names.reduce(
      (sum, name) => sum + (name.startsWith('@') ? fs.readdirSync(path.join(folder, 'node_modules', name)).length : 1),
      0,
    );
  } catch {
    return 0;
  }
}

function installProblem(code, output) {
  const lines = output
    .split('\n')
    .filter((line) => /npm (error|ERR!)/.test(line) && !/A complete log|debug-0\.log/.test(line))
    .slice(0, 12)
    .join('\n');
  const said = `\n${lines || output.trim().split('\n').slice(-8).join('\n')}`;
  if (DISK_FULL.test(output))
    return new Problem(
      'disk_full',
      `npm ran out of disk space.${said}`,
      'Free some space and run the same command again.',
    );
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return new Problem(
      'registry_unreachable',
      `npm could not reach its registry.${said}`,
      'Check the network, a proxy (npm config get proxy) and the registry (npm config get registry), then run the same command again.',
    );
  }
  if (/EACCES|EPERM|EROFS/.test(output))
    return new Problem(
      'not_writable',
      `npm may not write here.${said}`,
      `Check the permissions of ${root} and of npm's cache (npm config get cache).`,
    );
  return new Problem(
    'install_failed',
    `npm ci failed with code ${code}.${said}`,
    'The command that failed: npm ci --ignore-scripts',
  );
}

// Locks cannot lie in node_modules, which an install removes first.
function scratchDirectory() {
  const name = crypto.createHash('sha256').update(root).digest('hex').slice(0, 12);
  return path.join(sharedTemp(), `drive-portal-${process.getuid?.() ?? 'user'}-${name}`);
}
