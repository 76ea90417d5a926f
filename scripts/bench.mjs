// npm run bench -- [name...] [--json] [--full]: measures the product against a yardstick in the same run and prints the ratios.
import './lib/node-version.cjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { machine } from './bench/frame.mjs';

/** Every item of the bench, by name. */
const ITEMS = {
  signing: () => import('./bench/signing.mjs'),
  manifest: () => import('./bench/manifest.mjs'),
  diff: () => import('./bench/diff.mjs'),
  validate: () => import('./bench/validate.mjs'),
  turns: () => import('./bench/turns.mjs'),
  http: () => import('./bench/http.mjs'),
  search: () => import('./bench/search.mjs'),
  prompts: () => import('./bench/prompts.mjs'),
  close: () => import('./bench/close.mjs'),
};

async function main() {
  const args = process.argv.slice(2);
  const json = args.includes('--json');
  const names = args.filter((arg) => arg !== '--json' && arg !== '--full');
  const unknown = names.filter((name) => !(name in ITEMS));
  if (unknown.length > 0)
    throw new Problem(
      'usage',
      `No such item: ${unknown.join(', ')}`,
      `Known: ${Object.keys(ITEMS).join(', ')}. Use: npm run bench -- [name...] [--json] [--full]`,
    );
  const progress = createProgress({ quiet: json, stream: json ? process.stderr : process.stdout });
  await ensureInstalled(progress);
  await ensureBuilt(progress, { web: false });
  const items = [];
  for (const name of names.length > 0 ? names : Object.keys(ITEMS)) {
    const { run } = await ITEMS[name]();
    items.push(...(await progress.phase(`Measuring ${name}`, () => run())));
  }
  const report = { schema: 'bench/1', at: new Date().toISOString(), ...machine(), items };
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else print(report);
  if (items.some((item) => item.verdict === 'fail')) process.exitCode = 1;
}

function print({ cpus, node, loadavg, items }) {
  process.stdout.write(`\n${cpus} cores, Node ${node}, load ${loadavg.join(' ')}\n\n`);
  for (const { id, workload, unit, product, yardstick, ratio, goal, verdict } of items) {
    process.stdout.write(
      `${verdict.toUpperCase().padEnd(6)} ${id.padEnd(24)} ${String(ratio).padStart(6)}x of ${yardstick.name} (goal ${goal})\n       ${workload}: ${product.median} ${unit} [${product.min} to ${product.max}], yardstick ${yardstick.median} ${unit}\n`,
    );
  }
}

main().catch(fail);
