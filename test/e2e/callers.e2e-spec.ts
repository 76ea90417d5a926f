import type { Client } from 'pg';
import { readForeignRows } from '../support/database/foreign-rows.js';
import { tableDigests } from '../support/database/table-digests.js';
import { holdWorker } from '../support/processes/hold-worker.js';
import { eventually } from '../support/test-timeout.js';
import { Person } from '../support/http/person.js';
import { describedRoutes, NOBODY, RouteAddresses, type Route } from '../support/http/route-addresses.js';
import type { ReadyPortal } from '../support/browser/portal.js';
import { authorOf } from '../support/browser/story.js';
import { TestPortal } from '../support/browser/test-portal.js';

/** Last use, rate limits, PDFs that were drawn for the first time, the public validator's cache of 30 s, what the api saw of the worker; the processor's emulator is no part of the product. */
const ABOUT_REQUESTS =
  /^(platform\.(kept_files|rate_limits|idempotency_keys|status_days)|identity\.attempts|listings\.validations|stripe_gateway\.call_pace|(bullmq|stripe_sandbox)\..*)$/;

/** The end of the story, over real processes, read and called by everybody; after that staff, with their changes. */
describe('callers of the running portal', () => {
  const portal = TestPortal.forTests({ story: true });
  let db: Client;
  let ready: ReadyPortal;
  let author: Person;
  let operator: Person;
  let addresses: RouteAddresses;
  let [drive, slug] = ['', ''];

  beforeAll(async () => {
    ({ db, ready } = portal);
    const ids = await readForeignRows(db, ready);
    addresses = new RouteAddresses(ids);
    [drive, slug] = ['drives', 'slug'].map((name) => ids.get(name)!) as [string, string];
    const { email, password } = authorOf(portal.story);
    author = await Person.signIn(ready.url, email, password);
    operator = await Person.demo(ready.url, 'operator');
  });

  async function one<R>(sql: string, params: unknown[] = []): Promise<R> {
    const { rows } = await db.query(`${sql} limit 1`, params);
    expect([sql, rows.length]).toEqual([sql, 1]);
    return rows[0] as R;
  }

  it('no GET changes anything, for any caller and any content', async () => {
    const address = (route: Route): string => {
      const filled = addresses.of(route, 'foreign').replace('no-such-slug', slug).replace('2099-01', '2026-01');
      if (route.path.endsWith('/holding')) return `${filled}?id=${drive}`;
      return route.path.endsWith('/earnings') ? `${filled}?month=2026-01&from=2026-01&to=2026-01` : filled;
    };
    const staff = await Promise.all(
      ['reviewer', 'finance-preparer', 'admin'].map((who) => Person.demo(ready.url, who)),
    );
    const nobody = new Person(ready.url, 'nobody');
    const digests = () => tableDigests(db, ABOUT_REQUESTS, () => ['last_seen_at', 'last_used_at']);
    await holdWorker(db, ready.processes['worker']!);
    try {
      const before = await digests();
      let shown = 0;
      for (const route of describedRoutes().filter(({ method }) => method === 'GET'))
        for (const person of [nobody, author, operator, ...staff])
          if ((await person.once('GET', address(route))).status === 200) shown += 1;
      expect(shown).toBeGreaterThan(150);
      expect(await digests()).toEqual(before);
    } finally {
      process.kill(ready.processes['worker']!, 'SIGCONT');
    }
  });

  it('every call that changes something is refused when another site makes a browser send it', async () => {
    const admin = await Person.demo(ready.url, 'admin');
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    let refused = 0;
    for (const { name, method, path } of describedRoutes()) {
      if (method === 'GET') continue;
      const headers = foreign[refused % foreign.length]!;
      const url = path.replace(/\{\w+\}/g, NOBODY);
      const reply = await admin.once(method, url, {}, headers);
      expect([name, headers, reply.status, reply.text.includes('"foreign_origin"')]).toEqual([
        name,
        headers,
        403,
        true,
      ]);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(100);
  });

  describe('changes by staff', () => {
    let [preparer, admin]: Person[] = [];
    beforeAll(async () => {
      [preparer, admin] = await Promise.all(['finance-preparer', 'admin'].map((who) => Person.demo(ready.url, who)));
    });
    const change = <T = object>(who: Person | undefined, url: string, body: object = {}): Promise<T> =>
      who!.must<T>('POST', `/api/v1${url}`, body);

    it('the trail is verified, a schedule is run now, and a failed delivery is retried', async () => {
      expect(await change(admin, '/admin/audit/verify')).toMatchObject({ problems: [] });
      await change(admin, '/admin/schedules/platform.seal-audit/run');
      const { rows } = await db.query<{ key: string }>(
        `update platform.deliveries set state = 'failed', done_at = null, last_error = 'Its worker was gone.'
         where (event_id, consumer) = (select event_id, consumer from platform.deliveries where state = 'done' order by 1, 2 limit 1)
         returning event_id || '.' || consumer as key`,
      );
      await change(admin, `/admin/deliveries/${rows[0]!.key}/retry`);
      await eventually(
        'the delivery',
        () =>
          one<{ state: string }>(`select state from platform.deliveries where event_id || '.' || consumer = $1`, [
            rows[0]!.key,
          ]),
        ({ state }) => state === 'done',
      );
    });

    it('a change of a policy is previewed', async () => {
      const retry = '/finance/policies/payment_retry';
      const { value } = await preparer!.must<{ value: { grace_days: number } }>('GET', `/api/v1${retry}`);
      await change(preparer, `${retry}/preview`, { value: { ...value, grace_days: value.grace_days + 1 } });
    });
  });
});
