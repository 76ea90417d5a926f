// npm run build: brings dist/ and the content of the pages under /docs up to date; --force rebuilds everything,
// --no-pages leaves out the pages themselves.
import './lib/node-version.cjs';
import fs from 'node:fs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot } from './lib/root.mjs';

async function main() {
  const progress = createProgress();
  await ensureInstalled(progress);
  if (process.argv.includes('--force')) fs.rmSync(inRoot('dist'), { recursive: true, force: true });
  const { compiled, removed } = await ensureBuilt(progress, { web: !process.argv.includes('--no-pages'), docs: true });
  progress.note(`${compiled} files compiled, ${removed} removed`);
}

main().catch(fail);
