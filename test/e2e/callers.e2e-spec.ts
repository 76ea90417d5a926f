import type { Client } from 'pg';
import { holdWorker } from '../support/processes/hold-worker.js';
import { eventually } from '../support/test-timeout.js';
import { PERMISSIONS } from '../support/http/permissions.js';
import { Person } from '../support/http/person.js';
import type { ReadyPortal } from '../support/browser/portal.js';
import { authorOf, suffixOf } from '../support/browser/story.js';
import { TestPortal } from '../support/browser/test-portal.js';

/**
 * The story, and after it whatever an author and an operator can do that it leaves out, over real processes: the
 * connections of the api begin there as the role of callers, so a right that is missing shows here and not in production.
 * After them staff, with their changes.
 */
describe('what the story leaves out works with the rights that callers and staff have', () => {
  let portal: TestPortal;
  let db: Client;
  let ready: ReadyPortal;
  let author: Person;
  let operator: Person;
  let org: string;
  let drive: string;
  let tenant: string;

  beforeAll(async () => {
    portal = await TestPortal.start({ story: true });
    ({ db, ready } = portal);
    const own = await one<{ org_id: string; id: string }>(
      'select org_id, id from authors.drive_reservations where slug = $1',
      [`story-${suffixOf(portal.story)}`],
    );
    [org, drive] = [own.org_id, own.id];
    const { email, password } = authorOf(portal.story);
    author = await Person.signIn(ready.url, email, password);
    operator = await Person.demo(ready.url, 'operator');
    tenant = (await one<{ id: string }>(`select tenant_id as id from installs.installs where org_id = $1`, [org])).id;
  });
  afterAll(() => portal?.close());

  async function one<R>(sql: string, params: unknown[] = []): Promise<R> {
    const { rows } = await db.query(`${sql} limit 1`, params);
    expect([sql, rows.length]).toEqual([sql, 1]);
    return rows[0] as R;
  }
  const count = async (sql: string, params: unknown[] = []): Promise<number> =>
    Number((await one<{ n: string }>(`select count(*) as n from ${sql}`, params)).n);
  async function becomes(state: string): Promise<void> {
    const now = async (): Promise<string> =>
      (await one<{ state: string }>('select state from listings.listings where drive_id = $1', [drive])).state;
    await eventually(`the Drive is ${state}`, now, (found) => found === state);
  }
  const ofAuthor = <T>(method: string, url: string, body?: object): Promise<T> =>
    author.must<T>(method, `/api/v1/author${url}`, body);
  const ofOperator = <T>(method: string, url: string, body?: object): Promise<T> =>
    operator.must<T>(method, `/api/v1/operator${url}`, body);

  it('the money of an author: statements, tax, payout account, card, fees', async () => {
    const { items } = await ofAuthor<{ items: { id: string }[] }>('GET', '/statements');
    expect(items.length).toBeGreaterThan(0);
    const statement = `/statements/${items[0]!.id}`;
    await ofAuthor('GET', statement);
    for (const kind of ['csv', 'json', 'pdf']) {
      const file = await author.call('GET', `/api/v1/author${statement}/${kind}`);
      expect([kind, file.status, file.text.length > 100]).toEqual([kind, 200, true]);
    }
    expect(await ofAuthor('GET', `${statement}/verify`)).toMatchObject({ ok: true });

    const profile = {
      legal_name: 'Story Works Inc.',
      address: '1 Main Street, Springfield',
      country: 'US',
      tax_id: '12-3456789',
      vat_treatment: 'not_registered',
      self_billing_consent: true,
    };
    await ofAuthor('POST', '/tax-profile', profile);
    expect(await ofAuthor('GET', '/tax-profile')).toMatchObject({ legal_name: 'Story Works Inc.' });
    expect(await count('statements.tax_profiles where org_id = $1', [org])).toBeGreaterThan(0);

    expect(await ofAuthor('GET', '/payout-account')).toMatchObject({ state: 'ready' });
    await ofAuthor('POST', '/payout-account/swap', { country: 'US' });
    const open = `payouts.payout_accounts where org_id = $1 and state <> 'closed'`;
    const during = await count(open, [org]);
    await ofAuthor('POST', '/payout-account/swap/cancel');
    expect(await count(open, [org])).toBeLessThan(during);
    expect(await ofAuthor('GET', '/payout-account')).toMatchObject({ state: 'ready' });

    await ofAuthor('POST', '/payment-method', { payment_method: 'pm_card_visa' });
    expect(await ofAuthor('GET', '/payment-method')).toMatchObject({ last4: '4242' });
    for (const list of ['/earnings?month=2026-01', '/unpaid', '/payouts', '/listing-fees', '/revenue-shares'])
      await ofAuthor('GET', list);
  });

  it('the end of a Drive, announced and cancelled', async () => {
    const day = 86_400_000;
    const now = (await author.must<{ clock_now: string }>('GET', '/api/v1/sandbox')).clock_now;
    const at = (days: number): string => new Date(Date.parse(now) + days * day).toISOString();
    await ofAuthor('POST', `/drives/${drive}/deprecation`, {
      closes_at: at(200),
      retires_at: at(400),
      reason: 'It has found a better home elsewhere.',
    });
    const open = 'listings.deprecations where drive_id = $1 and withdrawn_at is null';
    expect(await count(open, [drive])).toBe(1);
    await ofAuthor('POST', `/drives/${drive}/deprecation/withdraw`, { reason: 'It stays where it is.' });
    expect(await count(open, [drive])).toBe(0);
  });

  it('the offboarding of an author, announced and cancelled', async () => {
    const { name } = await one<{ name: string }>('select name from authors.organizations where id = $1', [org]);
    await ofAuthor('POST', '/offboarding', { reason: 'We close the company next year.', confirm_name: name });
    const open = 'authors.offboardings where org_id = $1 and withdrawn_at is null';
    expect(await count(open, [org])).toBe(1);
    await ofAuthor('GET', '/offboarding');
    // The worker follows in its own time; the Drive is left as it was found.
    await becomes('sunset_announced');
    await ofAuthor('POST', '/offboarding/withdraw', {});
    expect(await count(open, [org])).toBe(0);
    await becomes('listed');
  });

  it('the bills of a tenant: details, invoices, status, card', async () => {
    await ofOperator('POST', `/tenants/${tenant}/billing-details`, {
      legal_name: 'Acme Inc.',
      line1: '1 Main Street',
      city: 'Springfield',
      postal_code: '12345',
      region: 'IL',
      country: 'US',
    });
    expect(await ofOperator('GET', `/tenants/${tenant}/billing-details`)).toMatchObject({ legal_name: 'Acme Inc.' });
    await ofOperator('GET', `/tenants/${tenant}/account-status`);
    await ofOperator('GET', `/tenants/${tenant}/payment-method`);
    const { id } = await one<{ id: string }>('select id from billing.invoices where tenant_id = $1', [tenant]);
    await ofOperator('GET', `/invoices/${id}`);
    await ofOperator('GET', `/invoices/${id}/adjustments`);
  });

  it('the author’s webhooks', async () => {
    await ofAuthor('GET', '/webhooks/events');
    await ofAuthor('GET', '/webhooks');
  });

  it('no GET changes anything, for any caller and any content', async () => {
    const nouns: Record<string, string> = {
      drives: 'select id from authors.drive_reservations where org_id = $1',
      applications: 'select id from authors.applications where org_id = $1',
      submissions: 'select id from listings.submissions where org_id = $1',
      installs: 'select id from installs.installs where org_id = $1',
      tenants: 'select tenant_id as id from installs.installs where org_id = $1',
      invoices: 'select invoice_id as id from billing.invoice_lines where org_id = $1',
      statements: 'select id from payouts.payouts where org_id = $1',
      'payout-runs': 'select run_id as id from payouts.payouts where org_id = $1',
      holding: 'select id from authors.drive_reservations where org_id = $1',
    };
    const ids = new Map<string, string>();
    for (const [noun, sql] of Object.entries(nouns)) ids.set(noun, (await one<{ id: string }>(sql, [org])).id);
    const slug = (await one<{ slug: string }>('select slug from authors.drive_reservations where id = $1', [drive]))
      .slug;
    const address = (template: string): string => {
      const filled = template.replace(/\/([\w-]+)\/\{(\w+)\}/g, (_all, noun: string, parameter: string) => {
        const id = parameter === 'slug' ? slug : parameter === 'month' ? '2026-01' : ids.get(noun);
        return `/${noun}/${id ?? '00000000-0000-4000-8000-000000000000'}`;
      });
      if (template.endsWith('/holding')) return `${filled}?id=${ids.get('holding')}`;
      return template.endsWith('/earnings') || template.endsWith('/scenario')
        ? `${filled}?month=2026-01&from=2026-01&to=2026-01`
        : filled;
    };
    const staff = await Promise.all(
      ['reviewer', 'finance-preparer', 'admin'].map((who) => Person.demo(ready.url, who)),
    );
    const nobody = new Person(ready.url, 'nobody');
    const { rows: tables } = await db.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace::regnamespace::text !~ '^(pg_|information_schema|public|bullmq|stripe_sandbox)' order by 1`,
    );
    // Last use, rate limits, and the public validator's cache of 30 s: rows about the requests themselves.
    const technical =
      /^(platform\.(rate_limits|idempotency_keys)|identity\.attempts|listings\.validations|stripe_gateway\.call_pace)$/;
    const digests = async (): Promise<Record<string, string>> => {
      const found: Record<string, string> = {};
      for (const { name } of tables) {
        if (technical.test(name)) continue;
        const { digest } = await one<{ digest: string }>(
          `select count(*) || ':' || coalesce(md5(string_agg(r, '' order by r)), '') as digest
           from (select (to_jsonb(t) - 'last_seen_at' - 'last_used_at')::text as r from ${name} t) rows`,
        );
        found[name] = digest;
      }
      return found;
    };
    await holdWorker(db, ready.processes['worker']!);
    try {
      const before = await digests();
      expect(Object.keys(before).length).toBeGreaterThan(100);
      let shown = 0;
      for (const name of Object.keys(PERMISSIONS)) {
        const [method, template] = name.split(' ') as [string, string];
        if (method !== 'GET') continue;
        for (const person of [nobody, author, operator, ...staff])
          if ((await person.once('GET', address(template))).status === 200) shown += 1;
      }
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
    for (const name of Object.keys(PERMISSIONS)) {
      const [method, template] = name.split(' ') as [string, string];
      if (method === 'GET') continue;
      const headers = foreign[refused % foreign.length]!;
      const url = template.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
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
    const REASON = 'Agreed upon at the desk this morning.';
    let [preparer, approver, admin]: Person[] = [];
    beforeAll(async () => {
      [preparer, approver, admin] = await Promise.all(
        ['finance-preparer', 'finance-approver', 'admin'].map((who) => Person.demo(ready.url, who)),
      );
    });
    const change = <T = object>(who: Person | undefined, url: string, body: object = {}): Promise<T> =>
      who!.must<T>('POST', `/api/v1${url}`, body);

    /** Proposed twice by one person: another one refuses the first and approves the second. */
    async function decideTwice(
      propose: () => Promise<{ id: string }>,
      at: string,
      stateOf: (id: string) => Promise<string>,
    ): Promise<void> {
      for (const [verb, state] of [
        ['reject', 'rejected'],
        ['approve', 'approved'],
      ] as const) {
        const { id } = await propose();
        await change(approver, `${at}/${id}/${verb}`, { note: REASON });
        expect(await stateOf(id)).toBe(state);
      }
    }
    const stateIn =
      (table: string) =>
      async (id: string): Promise<string> =>
        (await one<{ state: string }>(`select state from ${table} where id = $1`, [id])).state;

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

    it('the end of an author is announced by an admin, and cancelled', async () => {
      const { name } = await one<{ name: string }>('select name from authors.organizations where id = $1', [org]);
      await change(admin, `/admin/authors/${org}/offboarding`, { reason: REASON, confirm_name: name });
      await becomes('sunset_announced');
      await change(admin, `/admin/authors/${org}/offboarding/withdraw`);
      await becomes('listed');
    });

    it('policies, shares and prices are proposed by one person and decided by another', async () => {
      const { clock_now: now } = await preparer!.must<{ clock_now: string }>('GET', '/api/v1/sandbox');
      const retry = '/finance/policies/payment_retry';
      const { value } = await preparer!.must<{ value: { grace_days: number } }>('GET', `/api/v1${retry}`);
      const dearer = { ...value, grace_days: value.grace_days + 1 };
      await change(preparer, `${retry}/preview`, { value: dearer });
      await decideTwice(
        async () => {
          const proposed = { value: dearer, valid_from: '2090-01-01T00:00:00Z', reason: REASON };
          return (await change<{ proposal: { id: string } }>(preparer, `${retry}/proposals`, proposed)).proposal;
        },
        '/finance/policy-proposals',
        stateIn('billing.policies'),
      );
      await decideTwice(
        () =>
          change(preparer, '/finance/revenue-share-overrides', {
            drive_id: drive,
            basis_points: 7_500,
            month: '2090-01',
            reason: REASON,
          }),
        '/finance/revenue-share-overrides',
        stateIn('billing.share_overrides'),
      );
      const { id: venture } = await one<{ id: string }>(
        'select venture_id as id from installs.installs where org_id = $1',
        [org],
      );
      await decideTwice(
        () =>
          change(preparer, '/finance/commercial-changes', {
            kind: 'agreed_price',
            drive_id: drive,
            venture_id: venture,
            currency: 'usd',
            amount_minor: '1234',
            valid_from: now,
            reason: REASON,
          }),
        '/finance/commercial-changes',
        stateIn('listings.commercial_changes'),
      );
    });

    /** The running month ends and is closed while a tenant's card is refused; its invoice of that month. */
    async function unpaidOf(debtor: string): Promise<string> {
      await ofOperator('POST', `/tenants/${debtor}/payment-method`, { payment_method: 'pm_card_chargeCustomerFail' });
      const { clock_now: now } = await preparer!.must<{ clock_now: string }>('GET', '/api/v1/sandbox');
      const month = now.slice(0, 7);
      const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1, 1));
      const { lease } = await change<{ lease: string }>(admin, '/sandbox/clock/lease', { ttl_ms: 60_000 });
      await change(admin, '/sandbox/clock', { to: next.toISOString(), lease });
      await admin!.must('DELETE', `/api/v1/sandbox/clock/lease/${lease}`);
      await change(preparer, `/finance/periods/${month}/close`);
      const unpaid = async (): Promise<string | undefined> =>
        (
          await db.query<{ id: string }>(
            `select id from billing.invoices where tenant_id = $1 and month = $2 and state = 'past_due'`,
            [debtor, `${month}-01`],
          )
        ).rows[0]?.id;
      return (await eventually(`the invoice of ${month}`, unpaid, (id) => id !== undefined))!;
    }

    it('a tenant’s unpaid amount is paid after all, or written off by two', async () => {
      const { id: debtor } = await one<{ id: string }>(
        `select tenant_id as id from installs.installs where state = 'active'`,
      );
      const late = await unpaidOf(debtor);
      const proposed = await change<{ id: string }>(preparer, `/finance/invoices/${late}/write-off`, {
        reason: REASON,
      });
      await change(approver, `/finance/write-offs/${proposed.id}/reject`, { note: REASON });
      await ofOperator('POST', `/invoices/${late}/pay`);
      // The worker charges past due invoices as soon as a card is saved.
      await ofOperator('POST', `/tenants/${debtor}/payment-method`, { payment_method: 'pm_card_visa' });
      await eventually(
        'the payment',
        () => stateIn('billing.invoices')(late),
        (state) => state === 'paid',
      );

      const lost = await unpaidOf(debtor);
      const all = await change<{ items: { id: string }[] }>(preparer, `/finance/tenants/${debtor}/write-off`, {
        reason: REASON,
      });
      for (const { id } of all.items) await change(approver, `/finance/write-offs/${id}/approve`, { note: REASON });
      expect(await stateIn('billing.invoices')(lost)).toBe('uncollectible');
    });
  });
});
