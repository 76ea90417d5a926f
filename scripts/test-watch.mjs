// npm run test:watch -- <path or words>: plays the test files that match again after every change, with their
// requirements.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';
import { testFiles, withWords } from './lib/testing/test-files.mjs';

async function main() {
  const words = process.argv.slice(2).filter((word) => word !== '--');
  const chosen = words.length === 0 ? [] : withWords(testFiles(), words);
  if (chosen.length === 0)
    throw new Problem(
      'usage',
      words.length === 0 ? 'Which tests?' : `No test file has any of these in its path: ${words.join(', ')}`,
      'For example: npm run test:watch -- libs/ledger',
    );
  const progress = createProgress();
  await ensureInstalled(progress);
  const kinds = new Set(chosen.map(({ kind }) => kind));
  if (kinds.has('integration') || kinds.has('e2e')) await ensureBuilt(progress, { web: kinds.has('e2e'), docs: true });
  // Only now: it needs the installed packages.
  const { provideForTests } = await import('./lib/testing/servers.mjs');
  const servers = await provideForTests(progress, kinds);
  const jest = spawn(
    process.execPath,
    [
      inRoot('node_modules', 'jest', 'bin', 'jest.js'),
      ...['-c', inRoot('jest.config.cjs'), '--watchAll', '--maxWorkers=2'],
      ...['--selectProjects', ...kinds, '--testPathPatterns', ...words],
    ],
    { cwd: root, env: servers.env, stdio: 'inherit' },
  );
  // Jest ends by itself on Ctrl-C, which the terminal sends to it as well.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => jest.kill(signal));
  const code = await new Promise((resolve) => jest.once('exit', (ended) => resolve(ended ?? 130)));
  await servers.stop();
  process.exit(code);
}

main().catch(fail);
