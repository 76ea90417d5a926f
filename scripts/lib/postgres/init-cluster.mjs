import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DISK_FULL, Problem, fileProblem } from '../problem.mjs';
import { run } from '../run.mjs';
import { program } from './binaries.mjs';

/**
 * Makes a new cluster at `pgdata`: UTF-8 whatever the environment says, one user `portal` with a random password that
 * is kept in `passwordFile` (0600). Built in another folder and renamed, so a run that dies here leaves no half cluster
 * behind.
 */
export async function initCluster({ binaries, account, base, pgdata, passwordFile, options, sync }) {
  for (const name of fs.readdirSync(base)) {
    if (name.startsWith(`${path.basename(pgdata)}.new-`))
      fs.rmSync(path.join(base, name), { recursive: true, force: true });
  }
  const fresh = `${pgdata}.new-${process.pid}`;
  const newPassword = `${passwordFile}.new`;
  try {
    fs.writeFileSync(newPassword, `${crypto.randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    if (account) fs.chownSync(newPassword, account.uid, account.gid);
  } catch (error) {
    throw fileProblem(error, base);
  }
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C'];
  const args = [
    '-D',
    fresh,
    '-U',
    'portal',
    '--pwfile',
    newPassword,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
  ];
  const { code, output } = await run(program(binaries, 'initdb'), sync ? args : [...args, '--no-sync'], options);
  if (code !== 0) {
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.rmSync(newPassword, { force: true });
    throw initProblem(base, output);
  }
  fs.renameSync(newPassword, passwordFile);
  fs.renameSync(fresh, pgdata);
}

function initProblem(base, output) {
  if (DISK_FULL.test(output)) return fileProblem({ code: 'ENOSPC' }, base);
  if (/Permission denied/i.test(output)) return fileProblem({ code: 'EACCES' }, base);
  return new Problem(
    'initdb_failed',
    `PostgreSQL could not set up a new data directory in ${base}:\n${output.trim()}`,
    'Set DATABASE_URL to use a server of your own instead.',
  );
}
