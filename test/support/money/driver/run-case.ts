import { AppError } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { Client } from 'pg';
import { checkResult } from './checks.js';
import { startEngine } from './engine.js';
import { authorBilled } from './listings.js';
import { monthsOf, startOf } from './timeline.js';
import { Names } from './names.js';
import { observe } from './observe.js';
import { CaseRunner } from './case-runner.js';
import { Provider } from './provider.js';
import { Relay } from './relay.js';
import type { CaseResult, RefusalResult } from './result.js';
import type { Scenario } from './scenario.js';
import { InputRefused } from './shapes.js';
import { RunningMonthCheck } from './running-month.js';
import { SimulatedTime } from './simulated-time.js';
import { isTooLarge, Refused, Stage } from './stage.js';
import { timelineOf, type Step } from './timeline.js';
import { populate } from './world.js';

/** Accounts, cards and policies of a scenario exist since this instant, long before its first month. */
const LONG_BEFORE_MS = 400 * 86_400_000;
const DAY_MS = 86_400_000;
/** Scheduled jobs that move money; the others (clean-up, polling, mail) have nothing to do here. */
const JOBS = ['billing.collect-due', 'billing.redrive-refunds', 'payouts.redrive-attempts', 'payouts.release-holds'];
/** Events that create no work for the jobs; they matter when the month closes. */
const QUIET: readonly string[] = ['install', 'change_plan', 'uninstall', 'author_share', 'list', 'delist'];

/**
 * Computes a money case on a database that nothing else uses, and reads the result. The same case always gives the same
 * result.
 * @param databaseUrl a newly migrated database owned by the user
 * @throws InputRefused when it cannot be computed: an unknown currency, sums that are too large
 */
export async function runCase(scenario: Scenario, databaseUrl: string): Promise<CaseResult> {
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    return await run(scenario, databaseUrl, owner);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const message = `the amounts come to more than the books hold in one sum, which is ${2n ** 63n - 1n} minor units`;
    throw new InputRefused([{ pointer: '/events', message }]);
  } finally {
    await owner.end();
  }
}

async function run(scenario: Scenario, databaseUrl: string, owner: Client): Promise<CaseResult> {
  const { first, last } = monthsOf(scenario);
  const names = Names.of(scenario);
  const start = new Date(Math.max(startOf(first).getTime() - LONG_BEFORE_MS, startOf('2000-01').getTime() + DAY_MS));
  const time = await SimulatedTime.start(owner, start);
  const provider = new Provider(scenario, names, () => time.now);
  await populate(owner, scenario, names, provider);
  let runner: CaseRunner | undefined;
  const app = await startEngine(databaseUrl, time, provider, {
    holdsInvoice: async (id) => (await runner?.collecting.holdsInvoice(id)) ?? false,
    holdsPayout: async (id) => (await runner?.runs.holdsPayout(id)) ?? false,
    suspends: scenario.automatic.suspensions,
    listings: (from, to) => authorBilled(scenario, names, from, to),
  });
  try {
    const relay = new Relay(app, JOBS);
    const stage = new Stage(app, owner, scenario, names, provider);
    runner = new CaseRunner(stage, relay);
    const running = new RunningMonthCheck(stage);
    await runner.begin(start);
    const refused: RefusalResult[] = [];
    const steps = timelineOf(scenario);
    let work = false;
    for (const [i, step] of steps.entries()) {
      const due = await passTime(owner, time, relay, step.at);
      work ||= due || step.kind !== 'event' || !QUIET.includes(step.event.type);
      await running.around(step, async () => {
        const refusal = await take(runner!, step);
        if (refusal) refused.push(refusal);
        await relay.drain();
      });
      if (steps[i + 1]?.at.getTime() === step.at.getTime()) continue;
      if (work) await relay.runJobs();
      work = false;
    }
    const observed = await observe(owner, (id) => names.name(id), [first, last]);
    const proof = await app.get(Ledger, { strict: false }).proof();
    const proved = proof.checks.map(({ code, ok, detail }) => ({ check: `ledger_${code}`, ok, detail }));
    const months = await owner.query<{ month: string; state: string }>(
      `select to_char(month, 'YYYY-MM') as month, state from billing.periods order by month`,
    );
    return {
      simulation: 1,
      title: scenario.title ?? null,
      months: months.rows,
      ...observed,
      ended_at: time.now.toISOString(),
      refused,
      checks: [...checkResult(observed), ...proved, running.result()],
    };
  } finally {
    await app.close();
  }
}

/**
 * Advances to `at`, stopping wherever the engine has something to do in between. Returns whether it has something to do
 * at that instant.
 */
async function passTime(owner: Client, time: SimulatedTime, relay: Relay, at: Date): Promise<boolean> {
  for (;;) {
    const wake = await nextWake(owner, time.now);
    if (wake === null || wake >= at) {
      await time.moveTo(at);
      return wake?.getTime() === at.getTime();
    }
    await time.moveTo(wake);
    await relay.runJobs();
  }
}

/** The next instant at which something is due. */
async function nextWake(owner: Client, after: Date): Promise<Date | null> {
  const { rows } = await owner.query<{ at: Date | null }>(
    `select min(at) as at from (
       select next_retry_at as at from billing.invoices where state in ('open', 'past_due')
       union all select suspend_at from billing.invoices where state = 'past_due'
       union all select release_at from payouts.held_amounts where released_at is null
       union all select ends_at from payouts.payout_holds) w where at > $1`,
    [after],
  );
  return rows[0]!.at;
}

async function take(runner: CaseRunner, step: Step): Promise<RefusalResult | undefined> {
  try {
    if (step.kind === 'event') await runner.apply(step.event);
    else if (step.kind === 'close') await runner.runs.close(step.month);
    else await runner.runs.payOut(step.month);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof AppError)) throw error;
    const [event, type] = step.kind === 'event' ? [step.index, step.event.type] : [null, step.kind];
    return { event, at: step.at.toISOString(), type, code: error.code, message: error.message };
  }
}
