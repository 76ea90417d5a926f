// npm run chaos -- [--flow payouts|all] [--kills N] [--seed S] [--payouts N] [--quick] [--json]: a whole payout run through the real
// worker processes while they, the payment sandbox and their connections to PostgreSQL are killed at random, then a comparison
// to the cent. With --flow all the six months of the demo, while api, worker, Drives, payment sandbox and PostgreSQL fall.
// Exit code 1 when anything differs.
import './lib/node-version.cjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';

const USAGE = 'Use: npm run chaos -- [--flow payouts|all] [--kills N] [--seed S] [--payouts N] [--quick] [--json]';

const FLOWS = { payouts: () => import('./chaos/payouts.mjs'), all: () => import('./chaos/marketplace.mjs') };

/** The options of the command line. Throws Problem. */
function options(args) {
  const found = { flow: 'payouts', kills: undefined, seed: undefined, payouts: undefined, quick: false, json: false };
  for (let i = 0; i < args.length; i += 1) {
    const name = args[i].replace(/^--/, '');
    if (name === 'quick' || name === 'json') found[name] = true;
    else if (name === 'flow' && args[i + 1] in FLOWS) found.flow = args[(i += 1)];
    else if (name in found && /^\d{1,7}$/.test(args[i + 1] ?? '')) found[name] = Number(args[(i += 1)]);
    else throw new Problem('usage', `Not understood: ${args.slice(i).join(' ')}`, USAGE);
  }
  const payouts = found.payouts ?? (found.quick ? 300 : 10_000);
  if (payouts < 1) throw new Problem('usage', 'At least one payout is needed.', USAGE);
  return {
    flow: found.flow,
    payouts,
    kills: found.kills ?? (found.quick ? 8 : 50),
    seed: found.seed ?? Math.floor(Math.random() * 1_000_000),
    json: found.json,
  };
}

async function main() {
  const { json, flow, ...wanted } = options(process.argv.slice(2));
  const progress = createProgress({ quiet: json, stream: json ? process.stderr : process.stdout });
  await ensureInstalled(progress);
  await ensureBuilt(progress, { web: false });
  const { run } = await FLOWS[flow]();
  process.stderr.write(`Seed ${wanted.seed}\n`);
  const report = await run({ ...wanted, progress });
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else print(report);
  if (report.checks.some((check) => !check.ok)) process.exitCode = 1;
}

function print({ what, payouts, kills, seed, seconds, checks }) {
  const fell = Object.entries(kills).map(([kind, times]) => `${times} ${kind}`);
  const played = what === 'all' ? 'Six months' : `${payouts} payouts`;
  process.stdout.write(`\n${played} in ${seconds} s, seed ${seed}; what fell: ${fell.join(', ')}\n\n`);
  for (const { ok, name, detail } of checks) process.stdout.write(`${ok ? 'OK    ' : 'DIFFER'} ${name}: ${detail}\n`);
}

main().catch(fail);
