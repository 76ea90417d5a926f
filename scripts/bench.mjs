// npm run bench -- [name...] [--only NAME,NAME] [--quick | --full] [--json [FILE]]: measures the product against a
// yardstick in the same run and prints the ratios.
import './lib/node-version.cjs';
import fs from 'node:fs';
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
  memory: () => import('./bench/memory.mjs'),
  search: () => import('./bench/search.mjs'),
  prompts: () => import('./bench/prompts.mjs'),
  close: () => import('./bench/close.mjs'),
  statements: () => import('./bench/statements.mjs'),
};

/** What a minute is enough for. */
const QUICK = ['signing', 'manifest', 'diff'];
const USAGE = `Known: ${Object.keys(ITEMS).join(', ')}. Use: npm run bench -- [name...] [--only NAME,NAME] [--quick | --full] [--json [FILE]]`;

/** The options of the command line; `full` is read by the items themselves. Throws Problem. */
function options(args) {
  const found = { names: [], quick: false, json: false, file: null };
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i];
    if (arg === '--full') continue;
    else if (arg === '--quick') found.quick = true;
    else if (arg === '--only') found.names.push(...(args[(i += 1)] ?? '').split(','));
    else if (arg === '--json') {
      found.json = true;
      if (/[./]/.test(args[i + 1] ?? '')) found.file = args[(i += 1)];
    } else found.names.push(arg);
  }
  const unknown = found.names.filter((name) => !(name in ITEMS));
  if (unknown.length > 0) throw new Problem('usage', `No such item: ${unknown.join(', ')}`, USAGE);
  if (found.names.length === 0) found.names = found.quick ? QUICK : Object.keys(ITEMS);
  return found;
}

async function main() {
  const { names, json, file } = options(process.argv.slice(2));
  const progress = createProgress({ quiet: json && file === null, stream: json ? process.stderr : process.stdout });
  await ensureInstalled(progress);
  await ensureBuilt(progress, { web: false });
  const items = [];
  for (const name of names) {
    const { run } = await ITEMS[name]();
    items.push(...(await progress.phase(`Measuring ${name}`, () => run())));
  }
  const report = { schema: 'bench/1', at: new Date().toISOString(), ...machine(), items };
  if (file !== null) fs.writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  if (json && file === null) process.stdout.write(`${JSON.stringify(report)}\n`);
  else print(report);
  if (items.some((item) => item.verdict === 'fail')) process.exitCode = 1;
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

main().catch(fail);
