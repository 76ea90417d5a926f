import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { areAuthorDocsFresh, writeAuthorDocs } from './ensure-author-docs.mjs';
import { waitForLock } from './lock-file.mjs';
import { npmCommand } from './npm-command.mjs';
import { DISK_FULL, Problem, fileProblem } from './problem.mjs';
import { inRoot, root } from './root.mjs';
import { run } from './run.mjs';
import { writeWhole } from './write-whole.mjs';

const WEB_OUTPUT = inRoot('dist', 'apps', 'web');
const WEB_STAMP = inRoot('dist', '.web-build.json');
// Inputs of a page's build besides its own folder.
const WEB_INPUTS = [
  ...['apps/web', 'libs/contract/src', 'package-lock.json'],
  // The command for authors is served with them.
  ...['apps/cli', 'libs/conformance/src', 'libs/statement-proof/src', 'LICENSE'],
  ...['docs/webhooks.md', 'docs/host-api.md', 'docs/host-events.md', 'docs/embedding.md', 'docs/agreement-template.md'],
];
const HAS_PAGES = fs.existsSync(inRoot('apps', 'web', 'vite.config.ts'));
const NOT_INPUT = new Set(['node_modules', 'dist', '.vite']);

/**
 * Builds what is not up to date: the server (apps, libs), of it what the pages under /docs show, of that the web pages.
 * web: false leaves the pages out, and with them what only they need unless docs is true. tolerant: errors in single
 * server files are returned in `errors` instead of thrown.
 */
export async function ensureBuilt(progress, { web = true, docs = web, tolerant = false } = {}) {
  try {
    fs.mkdirSync(inRoot('dist'), { recursive: true });
  } catch (error) {
    throw fileProblem(error, inRoot('dist'));
  }
  const lock = await waitForLock(inRoot('dist', '.build.lock'), (holder) =>
    progress.note(`waiting for another build (process ${holder.pid})`),
  );
  try {
    const listing = isListed() ? undefined : progress.phase('Listing the packages', listPackages);
    const build = async () => {
      const server = await progress.phase('Building the server', () => serverBuild(tolerant));
      if (docs && HAS_PAGES && !areAuthorDocsFresh())
        await progress.phase('Building the documentation', writeAuthorDocs).catch((error) => {
          if (!tolerant) throw error;
          progress.note(error.message);
        });
      const pages = web && HAS_PAGES ? webInputs() : undefined;
      if (pages && !isWebBuilt(pages)) await progress.phase('Building the pages', () => buildWeb(pages));
      return server;
    };
    const [server] = await Promise.all([build(), listing]);
    return server;
  } finally {
    lock.release();
  }
}

async function serverBuild(tolerant) {
  const { buildServer } = await import('./server-build.mjs');
  const result = await buildServer().catch((error) => {
    throw fileProblem(error, inRoot('dist'));
  });
  if (result.errors.length > 0 && !tolerant) {
    throw new Problem('build_failed', `${result.errors.length} files do not compile:\n\n${result.errors.join('\n\n')}`);
  }
  return result;
}

const SBOM = inRoot('dist', 'sbom.cdx.json');

/** Whether dist/sbom.cdx.json is of this lock file. */
function isListed() {
  const written = fs.statSync(SBOM, { throwIfNoEntry: false });
  return written !== undefined && written.mtimeMs > fs.statSync(inRoot('package-lock.json')).mtimeMs;
}

/** Writes the list of all packages of the lock file as CycloneDX: development packages are marked in it. */
async function listPackages() {
  const [npm, ...args] = npmCommand('sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  const { code, stdout, output } = await run(npm, args, { cwd: root, shell: npm.endsWith('.cmd') });
  if (code !== 0) throw new Problem('sbom', `npm sbom did not list the packages.\n\n${output}`.trim());
  writeWhole(SBOM, stdout);
}

/** The hash of everything the pages are made of; types are not part of them. */
function webInputs() {
  const hash = crypto.createHash('sha256');
  const add = (relative) => {
    const at = inRoot(relative);
    if (!fs.existsSync(at)) return;
    if (fs.statSync(at).isDirectory()) {
      for (const name of fs.readdirSync(at).sort()) if (!NOT_INPUT.has(name)) add(`${relative}/${name}`);
    } else if (!/\.(spec\.tsx?|int-spec\.ts|d\.ts)$/.test(relative))
      hash.update(relative).update('\0').update(fs.readFileSync(at)).update('\0');
  };
  WEB_INPUTS.forEach(add);
  return hash.digest('hex');
}

function isWebBuilt(inputs) {
  try {
    return (
      fs.existsSync(path.join(WEB_OUTPUT, 'index.html')) &&
      JSON.parse(fs.readFileSync(WEB_STAMP, 'utf8')).inputs === inputs
    );
  } catch {
    return false;
  }
}

async function buildWeb(inputs) {
  const next = inRoot('dist', `.web-${process.pid}`);
  const args = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--outDir', next, '--logLevel', 'warn'];
  try {
    const env = { ...process.env, NODE_ENV: 'production' };
    for (const app of ['web', 'cli']) {
      const { code, output } = await run(process.execPath, args, { cwd: inRoot('apps', app), env });
      if (code === 0) continue;
      if (DISK_FULL.test(output)) throw fileProblem({ code: 'ENOSPC' }, inRoot('dist'));
      throw new Problem('build_failed', `The pages do not build:\n\n${output.trim() || `code ${code}`}`);
    }
    fs.rmSync(WEB_STAMP, { force: true });
    fs.rmSync(WEB_OUTPUT, { recursive: true, force: true });
    fs.mkdirSync(path.dirname(WEB_OUTPUT), { recursive: true });
    fs.renameSync(next, WEB_OUTPUT);
    fs.writeFileSync(WEB_STAMP, JSON.stringify({ inputs }));
  } finally {
    fs.rmSync(next, { recursive: true, force: true });
  }
}
