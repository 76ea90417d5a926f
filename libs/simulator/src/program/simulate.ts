import { Ledger } from '@portal/ledger';
import { AppError } from '@portal/kernel';
import { startOf } from '../scenario/domain/months.js';
import { monthsOf } from '../scenario/domain/months-of.js';
import type { Scenario } from '../scenario/domain/scenario.js';
import { Client } from 'pg';
import { assertCurrencies } from './world/currencies.js';
import { checkResult } from './checks.js';
import { startEngine } from './engine.js';
import { authorBilled } from './world/listings.js';
import { Names } from './world/names.js';
import { observe } from './observe/observe.js';
import { Player } from './play/player.js';
import { Provider } from './provider/provider.js';
import { Relay } from './relay.js';
import { RESULT_VERSION, type CheckResult, type RefusalResult, type SimulationResult } from './result.js';
import { Refused, Stage } from './play/stage.js';
import { isTooLarge, tooLarge } from './scenario-refused.js';
import { SimulatedTime } from './simulated-time.js';
import { timelineOf, type Step } from './timeline.js';
import { populate } from './world/world.js';

/** Accounts, cards and policies of a scenario exist since this instant, long before its first month. */
const LONG_BEFORE_MS = 400 * 86_400_000;
const DAY_MS = 86_400_000;
/** Scheduled jobs that move money; the others (clean-up, polling, mail) have nothing to do here. */
const JOBS = ['billing.collect-due', 'billing.redrive-refunds', 'payouts.redrive-attempts', 'payouts.release-holds'];

/** Events that create no work for the jobs; they matter when the month closes. */
const QUIET: readonly string[] = ['install', 'change_plan', 'uninstall', 'author_share', 'list', 'delist'];

/** Called after every step. */
type OnProgress = (progress: { done: number; of: number; at: string }) => void;

/**
 * Plays a scenario on a temporary database that nothing else uses, and reads the result. The same scenario always gives
 * the same result.
 * @param databaseUrl a newly migrated database owned by the user
 */
export async function simulate(
  scenario: Scenario,
  databaseUrl: string,
  onProgress: OnProgress = () => undefined,
): Promise<SimulationResult> {
  const owner = new Client({ connectionString: databaseUrl });
  // An interrupted simulation loses its database while it runs; the current statement reports it.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    return await play(scenario, databaseUrl, owner, onProgress);
  } finally {
    await owner.end();
  }
}

async function play(
  scenario: Scenario,
  databaseUrl: string,
  owner: Client,
  onProgress: OnProgress,
): Promise<SimulationResult> {
  const { first, last } = monthsOf(scenario);
  const names = Names.of(scenario);
  const start = new Date(Math.max(startOf(first).getTime() - LONG_BEFORE_MS, startOf('2000-01').getTime() + DAY_MS));
  const time = await SimulatedTime.start(owner, start);
  const provider = new Provider(scenario, names, () => time.now);
  await populate(owner, scenario, names, provider);
  await assertCurrencies(owner, scenario);
  let player: Player | undefined;
  const holding = {
    invoices: async (id: string) => (await player?.collecting.holdsInvoice(id)) ?? false,
    payouts: async (id: string) => (await player?.runs.holdsPayout(id)) ?? false,
    suspensions: !scenario.automatic.suspensions,
  };
  const listings = (from: Date, to: Date) => authorBilled(scenario, names, from, to);
  const app = await startEngine(databaseUrl, time, provider, holding, listings);
  try {
    const relay = new Relay(app, JOBS);
    player = new Player(new Stage(app, owner, scenario, names, provider), relay);
    await player.begin(start);
    const refused: RefusalResult[] = [];
    const steps = timelineOf(scenario);
    let work = false;
    for (const [i, step] of steps.entries()) {
      const due = await passTime(owner, time, relay, step.at);
      work ||= due || step.kind !== 'event' || !QUIET.includes(step.event.type);
      const refusal = await take(player, step);
      if (refusal) refused.push(refusal);
      await relay.drain();
      const next = steps[i + 1];
      if (next?.at.getTime() !== step.at.getTime()) {
        if (work) await relay.runJobs();
        work = false;
      }
      onProgress({ done: i + 1, of: steps.length, at: step.at.toISOString() });
    }
    const observed = await observe(owner, (id) => names.name(id), { first, last });
    const proof = await app.get(Ledger, { strict: false }).proof();
    const ledgerChecks = proof.checks.map(({ code, ok, detail }): CheckResult => ({
      check: `ledger_${code}`,
      ok,
      detail,
    }));
    return {
      simulation: RESULT_VERSION,
      title: scenario.title ?? null,
      months: await months(owner),
      ...observed,
      ended_at: time.now.toISOString(),
      refused,
      checks: [...checkResult(observed), ...ledgerChecks],
    };
  } catch (error) {
    throw isTooLarge(error) ? tooLarge() : error;
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
    if (wake === undefined || wake >= at) {
      await time.moveTo(at);
      return wake !== undefined && wake.getTime() === at.getTime();
    }
    await time.moveTo(wake);
    await relay.runJobs();
  }
}

/** The next instant at which something is due. */
async function nextWake(owner: Client, after: Date): Promise<Date | undefined> {
  const { rows } = await owner.query(
    `select min(at) as at from (
       select next_retry_at as at from billing.invoices where state in ('open', 'past_due')
       union all select suspend_at from billing.invoices where state = 'past_due'
       union all select release_at from payouts.held_amounts where released_at is null
       union all select ends_at from payouts.payout_holds) w where at > $1`,
    [after],
  );
  const [row] = rows as { at: Date | null }[];
  return row?.at ?? undefined;
}

async function take(player: Player, step: Step): Promise<RefusalResult | undefined> {
  try {
    if (step.kind === 'event') await player.play(step.event);
    else if (step.kind === 'close') await player.runs.close(step.month);
    else await player.runs.payOut(step.month);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof AppError)) throw error;
    return {
      event: step.kind === 'event' ? step.index : null,
      at: step.at.toISOString(),
      type: step.kind === 'event' ? step.event.type : step.kind,
      code: error.code,
      message: error.message,
    };
  }
}

async function months(owner: Client): Promise<{ month: string; state: string }[]> {
  const { rows } = await owner.query(
    `select to_char(month, 'YYYY-MM') as month, state from billing.periods order by month`,
  );
  return rows as { month: string; state: string }[];
}
