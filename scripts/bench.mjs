// npm run bench -- [name...] [--only NAME,NAME] [--quick | --full] [--json [FILE]]: measures the product against a
// yardstick in the same run and prints the ratios. --quick: every item once, with little data, to see that it still runs.
import './lib/node-version.cjs';
import fs from 'node:fs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { createDatabases } from './bench/databases.mjs';
import { machine } from './bench/frame.mjs';
import { options, runItems } from './bench/runner.mjs';

/** Every item of the bench, by name. */
const ITEMS = {
  signing: () => import('./bench/signing.mjs'),
  manifest: () => import('./bench/manifest.mjs'),
  diff: () => import('./bench/diff.mjs'),
  lifecycle: () => import('./bench/lifecycle.mjs'),
  http: () => import('./bench/http.mjs'),
  hostile: () => import('./bench/hostile.mjs'),
  memory: () => import('./bench/memory.mjs'),
  search: () => import('./bench/search.mjs'),
  close: () => import('./bench/close.mjs'),
  poll: () => import('./bench/poll.mjs'),
  events: () => import('./bench/events.mjs'),
  fanout: () => import('./bench/fanout.mjs'),
};

let databases;

async function main() {
  const { names, scale, json, file } = options(process.argv.slice(2), Object.keys(ITEMS));
  // A promise that nothing will ever settle ends the process without an error.
  process.exitCode = 1;
  process.once('beforeExit', endedEarly);
  const progress = createProgress({ quiet: json && file === null, stream: json ? process.stderr : process.stdout });
  await ensureInstalled(progress);
  await ensureBuilt(progress, { web: false });
  databases = createDatabases(progress);
  const around = (name, work) => progress.phase(`Measuring ${name}`, work);
  const { lines: items, problems } = await runItems(names, ITEMS, { scale, context: { databases }, around });
  await databases.stop();
  process.off('beforeExit', endedEarly);
  const report = { schema: 'bench/1', at: new Date().toISOString(), scale, ...machine(), items, problems };
  if (file !== null) fs.writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  if (json && file === null) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (scale === 'quick') printQuick(report);
  else print(report);
  for (const problem of problems) process.stderr.write(`\nFAIL   ${problem}\n`);
  process.exitCode = problems.length > 0 || items.some((item) => item.verdict === 'fail') ? 1 : 0;
}

const endedEarly = () => process.stderr.write('\nFAIL   the run ended before its report\n');

function printQuick({ items }) {
  process.stdout.write(
    `\n${items.length} figures, of little data and few rounds: they prove only that the items run. --json shows them.\n`,
  );
}

function print({ cpus, node, loadavg, stolen, items }) {
  process.stdout.write(
    `\n${cpus} cores, Node ${node}, load ${loadavg.join(' ')}, ${Math.round(stolen * 100)} % of the time taken by the host\n\n`,
  );
  for (const { id, workload, unit, product, yardstick, ratio, goal, verdict } of items) {
    process.stdout.write(
      `${verdict.toUpperCase().padEnd(6)} ${id.padEnd(24)} ${String(ratio).padStart(6)}x of ${yardstick.name} (goal ${goal})\n       ${workload}: ${product.median} ${unit} [${product.min} to ${product.max}], yardstick ${yardstick.median} ${unit}\n`,
    );
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void Promise.resolve(databases?.stop()).finally(() => process.exit(130)));

main().catch(async (error) => {
  await databases?.stop();
  fail(error);
});
