import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.mjs';

const CANDIDATES = ['postgres', 'node', 'www-data', 'daemon', 'nobody'];

/**
 * The account PostgreSQL runs as. Undefined when we are not root. PostgreSQL refuses to run as root, and creating an
 * account would change somebody's machine, so an unprivileged one that is already there is used.
 */
export function serverAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const known = new Map();
  for (const line of fs.readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && Number(uid) > 0) known.set(name, { name, uid: Number(uid), gid: Number(gid) });
  }
  for (const name of [process.env.LOCAL_PG_USER, ...CANDIDATES]) if (known.has(name)) return known.get(name);
  throw new Problem(
    'no_account',
    'PostgreSQL does not run as root, and no unprivileged account was found.',
    'Name one with LOCAL_PG_USER=..., run as another user, or set DATABASE_URL to a running server.',
  );
}

/** True when the account may pass every directory down to `target` and read it; judged by mode bits only. */
export function canReach(account, target) {
  if (!account) return true;
  const real = fs.realpathSync(target);
  for (let at = real; ; at = path.dirname(at)) {
    const stat = fs.statSync(at);
    const bits = stat.uid === account.uid ? stat.mode >> 6 : stat.gid === account.gid ? stat.mode >> 3 : stat.mode;
    const needed = at === real ? 0o5 : 0o1;
    if ((bits & needed) !== needed) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Makes a directory (0700) owned by the account, and refuses one that somebody else made first. */
export function ownedDirectory(account, directory) {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const stat = fs.lstatSync(directory);
  const allowed = [process.getuid(), account?.uid];
  if (!stat.isDirectory() || !allowed.includes(stat.uid)) {
    throw new Problem(
      'not_ours',
      `${directory} belongs to another user.`,
      'Move it aside, or name another data directory with DATA_DIR.',
    );
  }
  if (account) fs.chownSync(directory, account.uid, account.gid);
  fs.chmodSync(directory, 0o700);
}
