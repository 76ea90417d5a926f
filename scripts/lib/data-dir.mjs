import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Problem, fileProblem } from './problem.mjs';

/**
 * Makes the data directory and tries to write into it, so that a full or forbidden disk is reported before anything
 * starts. Its name stays passable (0711): the account that PostgreSQL runs as has its own directory inside.
 */
export function openDataDir(directory) {
  const at = path.resolve(directory);
  try {
    makeDirectories(at);
    makePassable(at);
    const probe = path.join(at, `.probe-${process.pid}`);
    fs.writeFileSync(probe, Buffer.alloc(64 * 1024));
    fs.rmSync(probe);
  } catch (error) {
    try {
      fs.rmSync(path.join(at, `.probe-${process.pid}`), { force: true });
    } catch {
      // it was never made
    }
    throw fileProblem(error, at);
  }
  return at;
}

// One by one: Node's own recursive way never returns where a file system refuses with ENOENT, as /proc does.
function makeDirectories(at) {
  if (fs.existsSync(at)) {
    if (!fs.statSync(at).isDirectory()) throw Object.assign(new Error(`${at} is a file`), { code: 'ENOTDIR' });
    return;
  }
  makeDirectories(path.dirname(at));
  try {
    fs.mkdirSync(at, { mode: 0o711 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

// Only as root, where PostgreSQL runs as somebody else; and only a directory that is ours or still empty.
function makePassable(at) {
  const { mode, uid } = fs.statSync(at);
  if (process.getuid?.() !== 0 || uid !== 0 || (mode & 0o011) === 0o011) return;
  const names = fs.readdirSync(at);
  if (names.length === 0 || names.includes('instance.json')) fs.chmodSync(at, (mode & 0o777) | 0o011);
}

/**
 * Permanent values of this data: the key that encrypts secrets in the database, the webhook secret, the reference
 * Drive's port (its manifest address is in the database). Made once, kept with mode 0600.
 * Returns the values; `remember(changes)` keeps changed ones.
 */
export function instanceSettings(directory) {
  const file = path.join(directory, 'instance.json');
  const settings = read(file) ?? {
    keyring: `k1:${crypto.randomBytes(32).toString('base64')}`,
    stripe_webhook_secret: `whsec_${crypto.randomBytes(24).toString('hex')}`,
  };
  const remember = (changes) => {
    Object.assign(settings, changes);
    write(file, settings);
  };
  if (!fs.existsSync(file)) remember({});
  return { ...settings, remember };
}

function read(file) {
  let text;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw fileProblem(error, file);
  }
  try {
    const settings = JSON.parse(text);
    if (typeof settings.keyring === 'string' && typeof settings.stripe_webhook_secret === 'string') return settings;
  } catch {
    // The error below reports it.
  }
  throw new Problem(
    'settings_unreadable',
    `${file} is damaged. It holds the key without which sealed secrets in the database cannot be opened.`,
    'Put a copy of it back. To start with empty data instead, move the whole directory aside.',
  );
}

function write(file, settings) {
  const draft = `${file}.tmp`;
  try {
    const handle = fs.openSync(draft, 'w', 0o600);
    fs.writeSync(handle, `${JSON.stringify(settings, null, 2)}\n`);
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    fs.renameSync(draft, file);
  } catch (error) {
    throw fileProblem(error, file);
  }
}
