import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ApiProcess, type ApiAnswer, type ApiCall } from '../support/processes/api-process.js';
import { examples, randomOf } from '../support/examples.js';
import { RetriedMoney, type Everything } from '../support/http/retried-money.js';
import { RETRIED, type Retried } from '../support/http/retried-routes.js';
import { StatementProxy, type Cut } from '../support/processes/statement-proxy.js';
import { until } from '../support/test-timeout.js';

/** With `SOAK_TIMES` every statement of every route, else one of each. */
const EVERY = examples(1) > 1;
/** Requests in the middle of which one process is killed. */
const AT_ONCE = 12;
const any = randomOf();

let money: RetriedMoney;
let proxy: StatementProxy;
/** The one that is killed, by way of the proxy, and another one, at which the client retries. */
let victim: Promise<ApiProcess>;
let other: ApiProcess;
const settings = () => ({ STRIPE_API_BASE: money.world.sandbox.url, DATABASE_POOL: '30' });

// Every route with `SOAK_TIMES` needs months, people and addresses of its own.
const [before, after] = EVERY ? [beforeEach, afterEach] : [beforeAll, afterAll];
before(async () => {
  money = await RetriedMoney.start();
  proxy = await StatementProxy.start(money.databaseUrl);
  victim = ApiProcess.start(proxy.url, settings());
  other = await ApiProcess.start(money.databaseUrl, settings());
  await money.signIn();
});
after(async () => {
  await (await victim)?.stop();
  await other?.stop();
  proxy?.close();
  await money?.close();
});

type Changed = Readonly<Record<string, bigint>>;

const difference = (before: Everything, after: Everything): Changed =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((name): [string, bigint] => [name, (after[name] ?? 0n) - (before[name] ?? 0n)])
      .filter(([, change]) => change !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
const sum = (all: readonly Changed[]): Changed => all.reduce((total, one) => difference({}, addedTo(total, one)), {});
const addedTo = (total: Changed, one: Changed): Changed =>
  Object.fromEntries(
    [...Object.keys(total), ...Object.keys(one)].map((name) => [name, (total[name] ?? 0n) + (one[name] ?? 0n)]),
  );

/** Effects of requests, with everything that follows from them. */
async function effectOf(requests: readonly Retried[], send: () => Promise<void>): Promise<Changed> {
  const before = await money.everything();
  await send();
  await money.work();
  const changed = difference(before, await money.everything());
  for (const { after } of requests) await after?.();
  await money.work();
  return changed;
}

const callOf = ({ url, as, body }: Retried): ApiCall => ({
  ...{ method: 'POST', url: `/api/v1${url}`, as, key: randomUUID() },
  ...(body && { body }),
});

/** An uninterrupted one: its effect, its status, and where it can be stopped. */
interface Whole {
  readonly route: string;
  readonly changed: Changed;
  readonly status: number;
  readonly cuts: readonly Cut[];
}
async function whole(route: string): Promise<Whole> {
  const request = await RETRIED[route]!(money);
  const api = await victim;
  const cuts: Cut[] = [];
  let status = 0;
  const changed = await effectOf([request], async () => {
    void proxy.stopAt({ n: Infinity, when: 'before' });
    const answer = await api.call(callOf(request));
    const { statements, commits } = proxy.seen;
    proxy.disarm();
    expect([route, answer.error]).toEqual([route, undefined]);
    status = answer.status;
    for (let n = 1; n <= statements; n++) cuts.push({ n, when: 'before' });
    // Its other work happens between two transactions.
    for (const n of commits) cuts.push({ n, when: 'after' });
  });
  expect([route, Object.keys(changed)]).not.toEqual([route, []]);
  return { route, changed, status, cuts };
}

/**
 * Sends requests that stop in the middle, kills the process, and sends them again to another one at once.
 * Returns how many stopped: an api's background statements were counted too.
 */
async function killedAmid(stopped: readonly { of: Whole; cut: Cut }[]): Promise<number> {
  const requests: Retried[] = [];
  for (const { of } of stopped) requests.push(await RETRIED[of.route]!(money));
  const api = await victim;
  let inTheMiddle = 0;
  const changed = await effectOf(requests, async () => {
    const calls = requests.map(callOf);
    const firsts: (ApiAnswer | undefined)[] = [];
    for (const [i, call] of calls.entries()) {
      const stops = proxy.stopAt(stopped[i]!.cut);
      const first = api.call(call).then((answer) => (firsts[i] = answer));
      first.catch(() => undefined);
      let over = false;
      for (const one of [stops, first]) one.then(() => (over = true)).catch(() => (over = true));
      // A stopped one may hold a lock that another one waits for.
      await until(async () => over || (await waiting()) > 0);
    }
    proxy.disarm();
    void api.kill();
    victim = api.ended.then(() => ApiProcess.start(proxy.url, settings()));
    victim.catch(() => undefined);
    await api.ended;
    for (const [i, call] of calls.entries()) {
      const { of, cut } = stopped[i]!;
      const second = await other.call(call);
      const third = await other.call(call);
      expect([of.route, cut, second.status, second.error]).toEqual([of.route, cut, of.status, undefined]);
      expect([of.route, cut, third.data, third.replayed]).toEqual([of.route, cut, second.data, true]);
      if (firsts[i]) expect([of.route, cut, second.data]).toEqual([of.route, cut, firsts[i].data]);
      else inTheMiddle += 1;
    }
  });
  expect([stopped.map(({ of, cut }) => [of.route, cut]), changed]).toEqual([
    expect.anything(),
    sum(stopped.map(({ of }) => of.changed)),
  ]);
  return inTheMiddle;
}

const waiting = async (): Promise<number> =>
  (
    await money.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows.length;

/** There is one run at a time, and months are closed in turn. */
const isAlone = (route: string): boolean => /payout-runs|periods/.test(route);

describe('requests that move money, retried at another api after the first was killed', () => {
  const routes = Object.keys(RETRIED);
  const alone = routes.filter(isAlone);
  const together = routes.filter((route) => !isAlone(route));
  const anyOf = (of: Whole): { of: Whole; cut: Cut } => ({ of, cut: of.cuts[any(of.cuts.length)]! });

  if (EVERY)
    it.each(routes)('%s has one effect, at whichever statement it is killed', async (route) => {
      const of = await whole(route);
      let kills = 0;
      for (let from = 0, n = isAlone(route) ? 1 : AT_ONCE; from < of.cuts.length; from += n)
        kills += await killedAmid(of.cuts.slice(from, from + n).map((cut) => ({ of, cut })));
      process.stdout.write(`${route}: stopped at ${kills} of ${of.cuts.length} places\n`);
      expect(kills).toBeGreaterThan(of.cuts.length / 2);
    });
  else {
    it('each has one effect when many are killed together', async () => {
      const all: Whole[] = [];
      for (const route of together) all.push(await whole(route));
      expect(await killedAmid(all.map(anyOf))).toBeGreaterThan(together.length / 2);
    });
    it('the execution of a payout run and one other that runs alone have one effect each', async () => {
      const execute = alone.find((route) => route.endsWith('/execute'))!;
      const rest = alone.filter((route) => route !== execute);
      for (const route of [rest[any(rest.length)]!, execute]) {
        const of = await whole(route);
        // What an api does once after its start, or by its own timers, was counted too: the place may be behind the end.
        await until(async () => (await killedAmid([anyOf(of)])) === 1);
      }
    });
  }
});

describe('one idempotency key at two processes', () => {
  const waits = () =>
    money.owner.query<{ pid: number; query: string; for_ms: number }>(
      `select pid, query, extract(epoch from clock_timestamp() - query_start)::float * 1000 as for_ms from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' order by query_start`,
    );
  /** A refund that waits for its invoice, until `release`. */
  async function held(): Promise<{
    call: ApiCall;
    release: () => Promise<unknown>;
    refunds: () => Promise<number>;
  }> {
    await money.signIn();
    const { id } = await money.paid();
    const holder = new Client({ connectionString: money.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from billing.invoices where id = $1 for update', [id]);
    return {
      call: {
        method: 'POST',
        url: `/api/v1/finance/invoices/${id}/refunds`,
        as: money.preparer,
        key: randomUUID(),
        body: { scope: 'amount', amount_minor: '500', confirm_minor: '500', reason: 'other', note: 'It did not work.' },
      },
      release: () => holder.end(),
      refunds: async () =>
        (await money.one<{ n: number }>('select count(*)::int as n from billing.refunds where invoice_id = $1', [id]))
          .n,
    };
  }
  const waitFor = (n: number) => until(async () => (await waits()).rows.length === n);

  it('lets the second wait or report that the first still runs, and there is one effect', async () => {
    const { call, release, refunds } = await held();
    const api = await victim;
    const first = api.call(call);
    await waitFor(1);
    const second = other.call(call);
    await waitFor(2);
    // As when it has waited for the longest time that a statement may take.
    await money.owner.query('select pg_cancel_backend($1)', [(await waits()).rows[1]!.pid]);
    expect(await second).toMatchObject({ status: 409, error: 'idempotency_in_progress', retryAfter: '1' });
    const third = other.call(call);
    await waitFor(2);
    await release();
    const answers = await Promise.all([first, third, other.call(call)]);
    expect(answers).toMatchObject(Array(3).fill({ status: 201, data: (await first).data }));
    expect(await refunds()).toBe(1);
  });

  it('is free when the first is killed, even while a statement of it waits', async () => {
    const { call, release, refunds } = await held();
    const api = await victim;
    const first = api.call(call).catch(() => 'nobody there');
    await waitFor(1);
    void api.kill();
    expect(await first).toBe('nobody there');
    victim = ApiProcess.start(proxy.url, settings());
    let longest = 0;
    await until(async () => {
      const { rows } = await waits();
      longest = Math.max(longest, ...rows.map(({ for_ms: ms }) => ms));
      return rows.length === 0;
    });
    // Far from the 30 s after which the database ends any statement.
    expect(longest).toBeLessThan(20_000);
    await release();
    expect(await other.call(call)).toMatchObject({ status: 201, replayed: false });
    expect(await refunds()).toBe(1);
  });

  it('makes no second install or hold, even when the key is forgotten and the first is over', async () => {
    await money.signIn();
    for (const route of ['POST /api/v1/operator/installs', 'POST /api/v1/finance/payout-holds']) {
      const request = await RETRIED[route]!(money);
      const call = callOf(request);
      const { data } = await other.call<{ id: string }>(call);
      await money.work();
      if (route.endsWith('installs'))
        await money.must(money.operator, `/operator/installs/${data.id}/uninstall`, { confirm: 'Shop' });
      await money.work();
      await request.after?.();
      await money.owner.query('delete from platform.idempotency_keys where key = $1', [call.key]);
      expect(await other.call(call)).toMatchObject({ status: 409, error: 'idempotency_key_reused' });
      // With nothing of ours between.
      const table = route.endsWith('installs') ? 'installs.installs' : 'payouts.payout_holds';
      await expect(
        money.owner.query(
          `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).* from ${table} t where id = $1`,
          [data.id],
        ),
      ).rejects.toMatchObject({ constraint: `${table.split('.')[1]}_request_key` });
    }
  });
});
