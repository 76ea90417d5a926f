// A run of the bench in which an item gives no figure, or one that is not a number above zero, has failed, whatever the
// other figures are.
import { Problem } from '../lib/problem.mjs';

/**
 * The options of the command line. scale: `quick` is for whether the items run at all, `usual` measures, `full` measures
 * the largest sizes too. Throws Problem `usage`.
 * @returns {{ names: string[], scale: 'quick' | 'usual' | 'full', json: boolean, file: string | null }}
 */
export function options(args, known) {
  const found = { names: [], scale: 'usual', json: false, file: null };
  const refuse = (message) => {
    throw new Problem(
      'usage',
      message,
      `Known: ${known.join(', ')}. Use: npm run bench -- [name...] [--only NAME,NAME] [--quick | --full] [--json [FILE]]`,
    );
  };
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i];
    if (arg === '--quick' || arg === '--full') {
      const scale = arg.slice(2);
      if (!['usual', scale].includes(found.scale)) refuse('Either --quick or --full');
      found.scale = scale;
    } else if (arg === '--only') found.names.push(...(args[(i += 1)] ?? '').split(','));
    else if (arg === '--json') {
      found.json = true;
      if (/[./]/.test(args[i + 1] ?? '')) found.file = args[(i += 1)];
    } else found.names.push(arg);
  }
  const unknown = found.names.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`No such item: ${unknown.join(', ')}`);
  if (found.names.length === 0) found.names = [...known];
  return found;
}

/** Measuring needs the machine for itself; whether an item runs at all is visible with another one too. */
const WORKERS = { quick: 2, usual: 1, full: 1 };

/**
 * Runs the named items; one that fails does not keep the others from running.
 * items: by name, a loader of an item: { run({ scale, ... }) }, which returns lines of `judge`. context: what each `run` gets besides the scale. around(name, work):
 * runs `work` and returns its result. The answer is in the order of the names: a run with a problem has failed.
 * @returns {Promise<{ lines: { id: string, verdict: string }[], problems: string[] }>}
 */
export async function runItems(names, items, { scale, context = {}, around = (_name, work) => work() }) {
  const results = new Map();
  const runOne = async (name) => {
    try {
      const item = await items[name]();
      const lines = await around(name, () => item.run({ scale, ...context }));
      return { lines, problems: wrong(lines).map((problem) => `${name}: ${problem}`) };
    } catch (error) {
      const problem = error instanceof Problem ? error.message : (error?.stack ?? String(error));
      return { lines: [], problems: [`${name}: ${problem}`] };
    }
  };
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) results.set(name, await runOne(name));
  };
  await Promise.all(Array.from({ length: WORKERS[scale] }, worker));
  const all = (part) => names.flatMap((name) => results.get(name)[part]);
  const lines = all('lines');
  // Little data and few rounds prove only that there is a figure.
  const shown = scale === 'quick' ? lines.map((line) => ({ ...line, verdict: 'ran' })) : lines;
  return { lines: shown, problems: all('problems') };
}

/** Why `lines` are not figures; nothing when they are. */
function wrong(lines) {
  if (lines.length === 0) return ['gives no figure'];
  return lines.flatMap(({ id, product, yardstick, ratio }) =>
    Object.entries({
      median: product?.median,
      min: product?.min,
      max: product?.max,
      yardstick: yardstick?.median,
      ratio,
    })
      .filter(([, value]) => !(Number.isFinite(value) && value > 0))
      .map(([part, value]) => `the figure ${id} is no measurement: ${part} ${value}`),
  );
}
