// The bench's frame: candidates alternate in every round (A B C, A B C, ...), a ratio is taken inside each round, and
// the median of the ratios is judged. A machine that is busy with other things, or whose host gives its time to other
// machines, makes the result "noisy", not wrong.
import fs from 'node:fs';
import os from 'node:os';

const seconds = () => Number(process.hrtime.bigint()) / 1e9;

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
export const rounded = (value, digits = 3) =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(digits));

/** Seconds that `work` takes. */
export async function timed(work) {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
}

/** Operations per second of each candidate, in turn. candidates: [{ name, fn }]; returns { name: number[] }. */
function interleave(candidates, scale) {
  const [rounds, ms] = scale === 'quick' ? [2, 5] : [9, 150];
  const plans = candidates.map(({ name, fn }) => ({ name, fn, count: calibrate(fn, ms / 1000), ops: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const plan of plans) {
      const from = seconds();
      for (let i = 0; i < plan.count; i += 1) plan.fn(i);
      plan.ops.push(plan.count / (seconds() - from));
    }
  }
  return Object.fromEntries(plans.map(({ name, ops }) => [name, ops]));
}

function calibrate(fn, wanted) {
  let count = 1;
  for (;;) {
    const from = seconds();
    for (let i = 0; i < count; i += 1) fn(i);
    const took = seconds() - from;
    if (took > wanted / 3) return Math.max(1, Math.round((count * wanted) / took));
    count *= 2;
  }
}

/** More of its time than this (0 to 1) taken by the host, and a measurement on the machine means nothing. */
const MOST_STOLEN = 0.1;
const began = cpuTime();

/**
 * Time of all cores since the start and the host's part of it, in ticks; none where the system does not report it.
 */
function cpuTime() {
  try {
    const ticks = fs.readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].trim().split(/\s+/).slice(1, 9).map(Number);
    return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] };
  } catch {
    return undefined;
  }
}

/** Share of the time since this program began that the host gave to other machines: 0 to 1. */
function stolenShare() {
  const now = cpuTime();
  return began && now && now.all > began.all ? (now.stolen - began.stolen) / (now.all - began.all) : 0;
}

/**
 * One line of the report. goal: the ratio to reach; lower: the figure is a cost, so it must stay under the goal.
 * Fails only when the median misses and the best round misses by more than 5 %; noisy when the machine is loaded or its
 * time is taken by its host.
 */
export function judge({ id, workload, unit, product, yardstick, goal, lower = false, extra = {} }) {
  const ratios = product.map((value, round) => value / yardstick.values[round]);
  const middle = median(ratios);
  const best = lower ? Math.min(...ratios) : Math.max(...ratios);
  const holds = lower ? middle <= goal : middle >= goal;
  const nearly = lower ? best <= goal * 1.05 : best >= goal * 0.95;
  const noisy = os.loadavg()[0] > 1.5 * os.cpus().length || stolenShare() > MOST_STOLEN;
  const verdict = holds ? 'pass' : noisy ? 'noisy' : nearly ? 'pass' : 'fail';
  return {
    id,
    workload,
    unit,
    rounds: product.length,
    product: {
      median: rounded(median(product)),
      min: rounded(Math.min(...product)),
      max: rounded(Math.max(...product)),
    },
    yardstick: { name: yardstick.name, median: rounded(median(yardstick.values)) },
    ratio: rounded(middle),
    goal: `${lower ? '<=' : '>='} ${goal}`,
    verdict,
    ...extra,
  };
}

/** A line of a cost that has a bound, in its own unit. */
export function atMost(id, workload, unit, product, most, extra) {
  const yardstick = { name: `${rounded(most)} ${unit}`, values: product.map(() => most) };
  return judge({ id, workload, unit, product, yardstick, goal: 1, lower: true, extra });
}

/** Operations per second of the product's `fn` against those of the yardstick's, in turn, as a line. */
export function race({ id, workload, scale, fn, yardstick, goal, extra }) {
  const ops = interleave([{ name: 'product', fn }, yardstick], scale);
  const against = { name: yardstick.name, values: ops[yardstick.name] };
  return judge({ id, workload, unit: 'ops/s', product: ops.product, yardstick: against, goal, extra });
}

/** The smallest of `values` that `percent` of them do not exceed. */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
}

/** The machine of the figures. */
export function machine() {
  const cpus = os.cpus();
  return {
    node: process.version,
    os: `${os.type()} ${os.release()}`,
    cpus: cpus.length,
    cpu_model: cpus[0]?.model ?? 'unknown',
    mem_gib: rounded(os.totalmem() / 2 ** 30),
    loadavg: os.loadavg().map((x) => rounded(x)),
    stolen: rounded(stolenShare()),
  };
}
