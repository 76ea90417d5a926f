// npm run stripe:scenarios: plays apps/stripe-sandbox/scenarios/scenarios.ts against Stripe itself, with the test key in
// STRIPE_SECRET_KEY. STRIPE_SCENARIOS_DESTINATION names a connected account of it that may receive transfers; without it
// the scenarios that need one are skipped. The same file is played against the sandbox by `npm test`.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';

async function main() {
  const key = process.env.STRIPE_SECRET_KEY ?? '';
  if (!/^(sk|rk)_test_/.test(key) || key === 'sk_test_sandbox') {
    throw new Problem(
      'usage',
      'STRIPE_SECRET_KEY is not the key of a test account at Stripe',
      'STRIPE_SECRET_KEY=sk_test_… npm run stripe:scenarios',
    );
  }
  await ensureInstalled(createProgress());
  const child = spawn(
    process.execPath,
    [
      inRoot('node_modules', 'jest', 'bin', 'jest.js'),
      ...['--selectProjects', 'integration', '--runInBand', '--verbose', '--', 'apps/stripe-sandbox/test/scenarios'],
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, STRIPE_SCENARIOS_KEY: key } },
  );
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

main().catch(fail);
