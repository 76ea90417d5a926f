import type { JsonObject } from '../json.js';
import { lockAvailable } from './balances.js';
import { bankSettings, failPayout, makePayout, midnightOf, payPayout } from './bank.js';
import type { SandboxDatabase, Tx } from './database.js';
import { noRequest, updateAndEmit } from './events.js';
import { asApiObject, type ApiObject } from './objects.js';

const dayMs = 86_400_000;
/** How long after it was paid a bank sends a payout back. */
const returnDays = 3;
/** A jump of the clock over more days than this is worked through from its end. */
const longestJumpDays = 400;
const bankLock = 7_320_012;
const idleMs = 1_000;

/** The banks, working while the process runs. */
export class Bank {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: SandboxDatabase,
    private readonly onFailure: (failure: unknown) => void,
    private readonly afterWrite: () => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.round()).then(this.afterWrite, this.onFailure);
    }, idleMs);
  }

  round(): Promise<void> {
    return workThroughBankDays(this.database);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}

/**
 * Simulates the banks between two days of the emulated clock, midnight by midnight: sends payouts on their way, lets
 * them arrive, fail or come back, and starts the automatic ones of the day.
 */
export async function workThroughBankDays(database: SandboxDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    // Waits for a round that is under way: it began before the clock was moved, perhaps, and stops short of what is due.
    await tx.query('select pg_advisory_xact_lock($1)', [bankLock]);
    const today = midnightOf(tx.now);
    const [day] = await tx.query<{ done_until: Date }>(
      `insert into stripe_sandbox.bank_day (done_until) values ($1)
       on conflict (single) do update set single = true returning done_until`,
      [today],
    );
    const from = Math.max(day?.done_until.getTime() ?? 0, today.getTime() - longestJumpDays * dayMs);
    for (let at = from + dayMs; at <= today.getTime(); at += dayMs) await bankDay({ ...tx, now: new Date(at) });
    // A clock that was set back begins again there.
    await tx.query('update stripe_sandbox.bank_day set done_until = $1 where done_until <> $1', [today]);
    if (from < today.getTime()) {
      await tx.query('delete from stripe_sandbox.idempotency_keys where created_at <= $1', [
        new Date(tx.now.getTime() - dayMs),
      ]);
    }
  });
}

async function bankDay(tx: Tx): Promise<void> {
  const moving = await tx.query<{ account: string; data: JsonObject; bank: string | null; tried: boolean }>(
    `select o.account, o.data, a.private->>'bank' as bank, coalesce((o.private->>'returned')::boolean, false) as tried
       from stripe_sandbox.objects o left join stripe_sandbox.objects a on a.id = o.account
      where o.kind = 'payout' and (o.data->>'status' in ('pending', 'in_transit')
         or (o.data->>'status' = 'paid' and a.private->>'bank' = 'return'
             and to_timestamp((o.data->>'arrival_date')::bigint) + make_interval(days => $2) = $1))
      order by o.seq for update of o`,
    [tx.now, returnDays],
  );
  for (const row of moving) await movePayout(tx, asApiObject(row.data), row.account, row.bank);
  await startAutomaticPayouts(tx);
}

async function movePayout(tx: Tx, payout: ApiObject, account: string, bank: string | null): Promise<void> {
  if (payout.status === 'paid') {
    await failPayout(tx, payout, account, 'account_closed');
    return;
  }
  const arrived = Number(payout.arrival_date) * 1_000 <= tx.now.getTime();
  if (arrived && bank === 'refuse') await failPayout(tx, payout, account, 'could_not_process');
  else if (arrived) await payPayout(tx, payout, account);
  else if (payout.status === 'pending') {
    await updateAndEmit(tx, noRequest, payout.id, 'payout.updated', { status: 'in_transit' }, account);
  }
}

// Yesterday's money goes out today.
async function startAutomaticPayouts(tx: Tx): Promise<void> {
  const rows = await tx.query<{ account: string; currency: string; funds: string }>(
    `select t.account, t.currency, sum(t.net) as funds from stripe_sandbox.balance_transactions t
       join stripe_sandbox.objects a on a.id = t.account and a.kind = 'v2.core.account'
      where t.created_at < $1 and t.available_at <= $1 and a.data->>'closed' = 'false'
        and coalesce(a.private->'payouts'->>'interval', 'daily') = 'daily'
      group by t.account, t.currency having sum(t.net) <> 0 order by t.account, t.currency`,
    [tx.now],
  );
  for (const { account, currency, funds } of rows) {
    const available = await lockAvailable(tx, account, currency);
    const amount = Number(funds) > 0 ? Math.min(Number(funds), available) : available;
    const collects = amount < 0 && (await bankSettings(tx, account)).debitsNegative;
    if (amount > 0 || collects) await makePayout(tx, noRequest, { account, currency, amount, automatic: true });
  }
}
