// The release before this one, from the history of this checkout: scripts/previous-release.json names its commit.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Problem } from './problem.mjs';
import { inRoot, root } from './root.mjs';

/** Files that make the schema of a release, and migrate other databases to it. */
const SCHEMA = ['db', 'apps/migrate/src/migrations'];
/** Files that its processes and its story need. */
const SOURCES = ['apps', 'libs', 'db', 'scripts', 'docs/openapi.json', '.swcrc', 'package.json', 'tsconfig.json'];

const git = (...args) => spawnSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });

const { commit } = JSON.parse(fs.readFileSync(inRoot('scripts/previous-release.json'), 'utf8'));

/**
 * Whether a database of the release before is as this release requires it; undefined in a checkout without its history.
 * @throws Problem where the history is there and has no such commit
 */
export function hasPreviousSchema() {
  if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) {
    const { status, stdout } = git('rev-parse', '--is-shallow-repository');
    if (status !== 0 || stdout.toString().trim() === 'true') return undefined;
    throw new Problem('no_such_commit', `${commit} (scripts/previous-release.json) is not in the history.`);
  }
  return git('diff', '--quiet', commit, '--', ...SCHEMA).status === 0;
}

/**
 * The release before, compiled, in a folder below dist/; made once. Its packages and pages are those of this checkout:
 * what is compared is its code. Returns the folder.
 */
export async function previousRelease() {
  const folder = inRoot('dist/previous', commit);
  if (fs.existsSync(folder)) return folder;
  // Whole or not at all: a killed run leaves a draft that nobody uses.
  const draft = `${folder}.${process.pid}`;
  fs.mkdirSync(draft, { recursive: true });
  const { stdout: archive } = git('archive', commit, '--', ...SOURCES);
  const extracted = spawnSync('tar', ['-x', '-C', draft], { input: archive });
  if (extracted.status !== 0) throw new Problem('no_archive', `tar: ${extracted.stderr}`);
  for (const shared of ['node_modules', 'dist/apps/web']) {
    fs.mkdirSync(path.dirname(path.join(draft, shared)), { recursive: true });
    fs.symlinkSync(inRoot(shared), path.join(draft, shared));
  }
  const build = `const { errors } = await (await import('./scripts/lib/server-build.mjs')).buildServer(); if (errors.length > 0) throw new Error(errors.join());`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', build], { cwd: draft });
  fs.renameSync(draft, folder);
  return folder;
}
