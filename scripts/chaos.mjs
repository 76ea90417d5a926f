// npm run chaos -- [--kills N] [--seed S] [--quick] [--json]: the six months of the demo, with Redis where it is installed, while
// api, workers, Drives, payment sandbox, PostgreSQL, Redis and network fail, then a comparison of everybody's data. With more kills than
// a round has time for further rounds follow, each on new data with the next seed, until one finds something. Exit code 1 then.
import './lib/node-version.cjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { MONTHS } from './demo/marketplace/plan.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';

/** With an upgrade, payouts and a refund. */
const QUICK_MONTHS = 3;
const USAGE = 'Use: npm run chaos -- [--kills N] [--seed S] [--quick] [--json]';

/** The options of the command line; `--flow all` says what is done anyway. Throws Problem. */
function options(args) {
  const found = { kills: undefined, seed: undefined, quick: false, json: false };
  for (let i = 0; i < args.length; i += 1) {
    const name = args[i].replace(/^--/, '');
    if (name === 'quick' || name === 'json') found[name] = true;
    else if (name in found && /^\d{1,7}$/.test(args[i + 1] ?? '')) found[name] = Number(args[(i += 1)]);
    else if (name === 'flow' && args[i + 1] === 'all') i += 1;
    else throw new Problem('usage', `Not understood: ${args.slice(i).join(' ')}`, USAGE);
  }
  const { kills = found.quick ? 8 : 50, seed = Math.floor(Math.random() * 1_000_000), json } = found;
  return { kills, seed, json, months: found.quick ? QUICK_MONTHS : MONTHS };
}

async function main() {
  const { json, kills, seed, months } = options(process.argv.slice(2));
  const progress = createProgress({ quiet: json, stream: json ? process.stderr : process.stdout });
  await ensureInstalled(progress);
  await ensureBuilt(progress, { web: false });
  const { playRound } = await import('./chaos/round.mjs');
  const startedAt = performance.now();
  const report = { schema: 'chaos/2', months, seed, rounds: 0, kills: {}, checks: [] };
  for (let left = kills; ;) {
    report.seed = seed + report.rounds;
    process.stderr.write(`Seed ${report.seed}, ${left} faults to go\n`);
    const { checks, kills: struck, dataDir } = await playRound({ kills: left, seed: report.seed, months, progress });
    Object.assign(report, { rounds: report.rounds + 1, checks, dataDir });
    for (const [kind, times] of Object.entries(struck)) {
      report.kills[kind] = (report.kills[kind] ?? 0) + times;
      left -= times;
    }
    if (left === 0 || checks.some((check) => !check.ok)) break;
  }
  report.seconds = Number(((performance.now() - startedAt) / 1_000).toFixed(1));
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else print(report);
  if (report.checks.some((check) => !check.ok)) process.exitCode = 1;
}

function print({ months, kills, seed, rounds, seconds, checks, dataDir }) {
  const fell = Object.entries(kills).map(([kind, times]) => `${times} ${kind}`);
  const differ = checks.find((check) => !check.ok);
  process.stdout.write(`\n${rounds} times ${months} months in ${seconds} s; what fell: ${fell.join(', ')}\n\n`);
  for (const { ok, name, detail } of checks) process.stdout.write(`${ok ? 'OK    ' : 'DIFFER'} ${name}: ${detail}\n`);
  process.stdout.write(
    differ
      ? `\nFirst with seed ${seed}: ${differ.name}. Data and logs: ${dataDir}\n`
      : '\n0 lost, 0 doubled, 0 stuck\n',
  );
}

main().catch(fail);
