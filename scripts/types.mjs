// npm run types: types of everything, of what changed since the last time (tsc -b). Generated files that the pages import are
// made when they are missing; npm run generate brings them up to date.
import './lib/node-version.cjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { ensureApiTypes } from './lib/ensure-api-types.mjs';
import { FOLDER } from './lib/ensure-author-docs.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';

async function main() {
  const progress = createProgress({ quiet: true });
  await ensureInstalled(progress);
  ensureApiTypes();
  if (!fs.existsSync(inRoot(FOLDER))) await ensureBuilt(progress, { web: false, docs: true });
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc');
  process.exitCode = spawnSync(process.execPath, [tsc, '-b'], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

main().catch(fail);
