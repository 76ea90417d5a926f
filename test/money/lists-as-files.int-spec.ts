import { createHash } from 'node:crypto';
import { IdentityModule } from '@portal/identity';
import { LedgerModule } from '@portal/ledger';
import { BillingModule } from '@portal/billing';
import { ListingsModule } from '@portal/listings';
import { PayoutsModule } from '@portal/payouts';
import { Database } from '@portal/platform/database';
import { ReconciliationModule } from '@portal/reconciliation';
import { StatementsModule, StatementsWorkerModule } from '@portal/statements';
import { SendRefund } from '../../libs/billing/src/refunds/send-refund.js';
import type { ExportView } from '../../libs/statements/src/http/statements.view.js';
import { ExportRows } from '../../libs/statements/src/read/export-rows.js';
import { MakeExport, PDF_MOST } from '../../libs/statements/src/make-export.js';
import { TestApp } from '../support/http/http-app.js';
import { readOf } from '../support/money/read-pdf.js';
import { CollectingWorld, type IssuedInvoice } from '../support/money/collecting.js';

type Item = Record<string, unknown> & { id: string };
interface Part {
  items: Item[];
  next_cursor: string | null;
}

const ROUTES = {
  refunds: 'refunds',
  credit_notes: 'credit-notes',
  disputes: 'disputes',
  invoice_list: 'invoices',
  months: 'periods',
  exceptions: 'exceptions',
  prices: 'prices',
  ledger_entries: 'ledger',
  holds: 'payout-holds',
} as const;
type Kind = keyof typeof ROUTES;
const KINDS = Object.keys(ROUTES) as Kind[];
const MANY = 2_003;
const FORMULA = '=HYPERLINK("https://evil.example","Open, please")';

const world = CollectingWorld.forTests();
let app: TestApp;
let finance: string;
let paid: IssuedInvoice;

beforeAll(async () => {
  app = await TestApp.start(
    [
      ...[IdentityModule, LedgerModule, ListingsModule, BillingModule],
      ...[PayoutsModule, ReconciliationModule, StatementsModule, StatementsWorkerModule],
    ],
    { DATABASE_URL: world.billing.database.url, STRIPE_API_BASE: world.sandbox.url },
  );
  world.beforeClose(() => app.close());
  finance = await app.demo('finance-preparer');
  const { owner } = world.billing;
  const authors = await owner.query<{ id: string }>(
    `insert into authors.organizations (id, name, country, website)
     select gen_random_uuid(), n, 'SE', 'https://a.example' from unnest(array['First author', 'Second author']) n returning id`,
  );
  const [first, second] = authors.rows.map(({ id }) => id);
  paid = await world.paid([{ amountMinor: 4_900n, orgId: first! }]);
  const other = await world.paid([{ amountMinor: 2_000n, orgId: second! }]);
  for (const [invoice, amount, note] of [
    [paid, '4900', FORMULA],
    [other, '2000', 'It did not work.'],
  ] as const) {
    const body = { scope: 'full', reason: 'service_failure', note, confirm_minor: amount };
    const made = await call<{ id: string }>('POST', `/finance/invoices/${invoice.id}/refunds`, body);
    expect(made.status).toBe(201);
    if (invoice === paid) await world.get(SendRefund).execute(made.data.id);
  }
  // More than one part of a file, of another payment than the refunded ones.
  const disputed = await world.paid([{ amountMinor: 3_000n, orgId: first! }]);
  await owner.query(
    `insert into billing.disputes (id, provider_dispute_id, invoice_id, payment_id, amount, currency, reason, status, opened_at)
     select gen_random_uuid(), 'dp_' || k, p.invoice_id, p.id, k, 'usd', 'fraudulent', 'warning_closed', '2026-01-01T00:00:00Z'::timestamptz + k / 3 * interval '1 second'
     from billing.payments p cross join generate_series(1, $2::int) k where p.invoice_id = $1`,
    [disputed.id, MANY],
  );
  await owner.query(
    `insert into payouts.payout_holds (id, org_id, kind, basis_points, reason, starts_at, made_by_name)
     select gen_random_uuid(), $1, 'manual', n, $2, now(), 'Finn' from generate_series(1, 3) n`,
    [first, FORMULA],
  );
  await owner.query(
    `insert into reconciliation.items (id, ref, kind, currency, amount, detail, facts, occurred_at, blocking)
     select gen_random_uuid(), 'ref_' || n, 'not_booked', 'usd', 100 + n, 'Something', '{}', now(), n = 1 from generate_series(1, 3) n`,
  );
});

const call = <T>(method: 'GET' | 'POST', route: string, body?: object, as = finance) =>
  app.call<T>({ method, url: `/api/v1${route}`, as, ...(body && { body }) });
const ask = (body: object, as?: string) => call<ExportView>('POST', '/finance/exports', body, as);
/** Asked for and made; where its bytes are. */
async function exported(body: object): Promise<{ id: string; url: string }> {
  const { status, error, data } = await ask(body);
  expect([status, error]).toEqual([202, undefined]);
  await app.get(MakeExport).execute(data.id);
  return { id: data.id, url: `/finance/exports/${data.id}/file` };
}
/** All rows of the list, page by page. */
async function listed(kind: Kind, filter: Record<string, string>): Promise<Item[]> {
  const items: Item[] = [];
  const paged = kind !== 'prices';
  for (let cursor: string | null = null; ;) {
    const query: URLSearchParams = new URLSearchParams(filter);
    if (paged) query.set('limit', '100');
    if (cursor !== null) query.set('cursor', cursor);
    const { data }: { data: Part } = await call<Part>('GET', `/finance/${ROUTES[kind]}?${query.toString()}`);
    items.push(...data.items);
    if (data.next_cursor === null) return items;
    cursor = data.next_cursor;
  }
}
async function file(kind: Kind, format: 'csv' | 'json', filter?: object): Promise<{ text: string; view: ExportView }> {
  const { body, view } = await made(kind, format, filter);
  return { text: body.toString(), view };
}
async function made(
  kind: Kind,
  format: ExportView['format'],
  filter?: object,
): Promise<{ body: Buffer; name: string; view: ExportView }> {
  const { id, url } = await exported({ kind, format, ...(filter && { filter }) });
  const { data: view } = await call<ExportView>('GET', `/finance/exports/${id}`);
  expect(view).toMatchObject({ kind, month: null, state: 'done', rows_total: view.rows_done });
  const answer = await app.app.inject({ method: 'GET', url: `/api/v1${url}`, headers: { cookie: finance } });
  const name = /filename="([^"]+)"/.exec(answer.headers['content-disposition'] as string)![1]!;
  return { body: answer.rawPayload, name, view };
}
/** Cells of RFC 4180. */
const cells = (text: string): string[][] =>
  text
    .trimEnd()
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((row) =>
      [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        (cell) => cell[1]?.replaceAll('""', '"') ?? cell[2]!,
      ),
    );

/** A hold has a row for each currency that it keeps; one that keeps nothing yet has these cells empty. */
const NOTHING_KEPT = { currency: null, amount_minor: null, next_release_at: null };

describe('a list of finance as a file', () => {
  it.each<[Kind, Record<string, string>]>([
    ['refunds', {}],
    ['refunds', { state: 'succeeded' }],
    ['refunds', { author: 'second', currency: 'usd' }],
    ['credit_notes', { author: 'First' }],
    ['credit_notes', { state: 'countered' }],
    ['disputes', {}],
    ['disputes', { author: 'nobody' }],
    ['invoice_list', {}],
    ['invoice_list', { currency: 'usd', numbers: '1-2' }],
    ['exceptions', {}],
    ['exceptions', { blocking: 'true', state: 'not_closed' }],
    ['exceptions', { owner: 'me' }],
    ['prices', {}],
    ['prices', { tier: 'pro', state: 'now' }],
    ['ledger_entries', {}],
    ['ledger_entries', { kind: 'invoice_paid' }],
    ['ledger_entries', { currency: 'usd', from: '2020-01-01', to: '2099-12-31' }],
    ['holds', {}],
    ['holds', { active: 'true' }],
  ])('of %s contains exactly the rows that the list shows for %j, in its order', async (kind, filter) => {
    const rows = await listed(kind, filter);
    const json = JSON.parse((await file(kind, 'json', filter)).text) as Item[];
    expect(json.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    json.forEach(({ sandbox, ...row }, at) => {
      expect(kind === 'holds' ? { ...NOTHING_KEPT, ...rows[at] } : rows[at]).toMatchObject(row);
      expect(sandbox).toBe(true);
    });
    const { text, view } = await file(kind, 'csv', filter);
    expect(view.rows_done).toBe(rows.length);
    const [head, ...table] = cells(text);
    expect(table).toHaveLength(rows.length);
    const id = head!.indexOf('id');
    expect(table.map((row) => row[id])).toEqual(rows.map((row) => row.id));
    expect(table.every((row) => row.length === head!.length)).toBe(true);
    if (json[0]) expect(head).toEqual(Object.keys(json[0]));
  });

  it('of months has a row for each currency, and one for a month without an invoice', async () => {
    type Month = { month: string; totals: { currency: string; total_minor: string }[] };
    const { data } = await call<{ items: Month[] }>('GET', '/finance/periods?state=closed');
    const expected = data.items.flatMap(({ month, totals }) =>
      totals.length === 0 ? [[month, null, null]] : totals.map((one) => [month, one.currency, one.total_minor]),
    );
    const { text } = await file('months', 'json', { state: 'closed' });
    const rows = JSON.parse(text) as { month: string; currency: string | null; total_minor: string | null }[];
    expect(rows.map((row) => [row.month, row.currency, row.total_minor])).toEqual(expected);
    expect(rows.length).toBeGreaterThan(2);
  });

  it('of policies has every version, and of runs a row for each currency, marked as a test', async () => {
    const policies = await exported({ kind: 'policies', format: 'json' });
    const rows = JSON.parse((await call('GET', policies.url)).body) as {
      key: string;
      version: number;
      in_force: boolean;
      sandbox: boolean;
    }[];
    const { data } = await call<{ items: { key: string; versions: unknown[] }[] }>('GET', '/finance/policies');
    expect(rows).toHaveLength(data.items.reduce((sum, { versions }) => sum + versions.length, 0));
    expect(rows.filter(({ in_force }) => in_force).length).toBeGreaterThan(10);
    expect(rows.every(({ sandbox }) => sandbox)).toBe(true);
    const runs = await exported({ kind: 'payout_runs', format: 'csv' });
    expect((await call('GET', runs.url)).body).toMatch(/^id,month,state,paused,[a-z_,]+sandbox\r\n/);
    expect((await ask({ kind: 'run_lines', format: 'csv' })).error).toBe('invalid_request');
  });

  it('has its columns even when nothing matches, and no cell that a spreadsheet would run', async () => {
    const { text } = await file('refunds', 'csv', { q: 'nobody is called that' });
    expect(text).toMatch(/^id,created_at,tenant_name,[a-z_,]+\r\n$/);
    const [head, ...rows] = cells((await file('refunds', 'csv')).text);
    expect(rows.map((row) => row[head!.indexOf('note')]).sort()).toEqual([`'${FORMULA}`, 'It did not work.']);
  });

  it.each(KINDS)('of %s is made as a PDF too: rows, totals and the digest of the same rows as JSON', async (kind) => {
    const filter = kind === 'disputes' ? { author: 'nobody' } : {};
    const { body, name, view } = await made(kind, 'pdf', filter);
    const json = await file(kind, 'json', filter);
    const text = readOf(body);
    expect(text).toContain(`${view.rows_done.toLocaleString('en')} rows`);
    expect(view.rows_done).toBe(json.view.rows_done);
    expect(text).toContain(`SHA-256 of these rows as JSON: ${json.view.sha256}`);
    expect(text).toContain('Page 1 of ');
    expect(text).toContain('SANDBOX: test data, no real money.');
    expect(name).toMatch(new RegExp(`^SANDBOX-${kind}-\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
    expect(createHash('sha256').update(body).digest('hex')).toBe(view.sha256);
  });

  it('of more rows than a PDF has is refused with a message that names CSV, and CSV has all of them', async () => {
    await world.billing.owner.query(
      `insert into billing.disputes (id, provider_dispute_id, invoice_id, payment_id, amount, currency, reason, status, opened_at)
       select gen_random_uuid(), 'dp_more_' || k, d.invoice_id, d.payment_id, 1, 'usd', 'general', 'warning_closed', d.opened_at
       from (select * from billing.disputes limit 1) d cross join generate_series(1, $1::int) k`,
      [PDF_MOST],
    );
    const { id, url } = await exported({ kind: 'disputes', format: 'pdf' });
    const { data } = await call<ExportView>('GET', `/finance/exports/${id}`);
    expect(data).toMatchObject({ state: 'failed', sha256: null, bytes: 0 });
    expect(data.problem).toBe(
      'A PDF can have at most 5,000 rows, and this list has more. Choose CSV or JSON, or narrow the list.',
    );
    expect((await call('GET', url)).error).toBe('export_not_ready');
    await app.get(MakeExport).execute(id);
    expect((await file('disputes', 'csv')).view.rows_done).toBeGreaterThan(PDF_MOST);
  });

  it('of a month without rows has its columns, which are those of a month with rows', async () => {
    for (const kind of ['journal', 'invoices', 'payouts', 'statements']) {
      const columns = new Set<string>();
      for (const format of ['csv', 'json', 'pdf']) {
        const url = `/api/v1${(await exported({ kind, format, month: '2001-01' })).url}`;
        const { body, rawPayload } = await app.app.inject({ method: 'GET', url, headers: { cookie: finance } });
        if (format === 'json') expect(JSON.parse(body)).toEqual([]);
        if (format === 'pdf') expect(readOf(rawPayload)).toContain('0 rows');
        if (format === 'csv')
          body
            .trimEnd()
            .split(',')
            .forEach((column) => columns.add(column));
      }
      expect([...columns].filter((column) => column !== 'sandbox')).toEqual(
        app.get(ExportRows).columns(kind as 'journal'),
      );
    }
  });

  it('has no mark where money is real', async () => {
    const asked = await ask({ kind: 'refunds', format: 'csv' });
    // As requested with a live key of Stripe, which a test does not have.
    await world.billing.owner.query('update statements.exports set is_test = false where id = $1', [asked.data.id]);
    await app.get(MakeExport).execute(asked.data.id);
    const answer = await call('GET', `/finance/exports/${asked.data.id}/file`);
    expect(answer.headers['content-disposition']).toContain('filename="refunds-');
    expect(answer.body).not.toMatch(/sandbox/i);
    expect(answer.body).toMatch(/^id,created_at,/);
  });

  it('names its filter, on its page and in the audit trail, and its requester', async () => {
    const { view } = await file('exceptions', 'csv', { owner: 'me', blocking: 'false' });
    const me = await call<{ user: { id: string } }>('GET', '/me');
    const filter = { owner: me.data.user.id, blocking: false };
    expect(view.filter).toEqual(filter);
    const audited = await app
      .get(Database)
      .query(`select actor_id, after from platform.audit_log where action = 'export.requested' and subject_id = $1`, [
        view.id,
      ]);
    expect(audited).toEqual([
      { actor_id: me.data.user.id, after: { kind: 'exceptions', format: 'csv', month: null, filter } },
    ]);
  });

  it.each<[string, object, string]>([
    ['an unknown state', { kind: 'refunds', filter: { state: 'some' } }, '/filter/state'],
    ['an invalid month', { kind: 'disputes', filter: { month: '2001' } }, '/filter/month'],
    ['a currency in capitals', { kind: 'disputes', filter: { currency: 'USD' } }, '/filter/currency'],
    ['an empty author', { kind: 'credit_notes', filter: { author: '' } }, '/filter/author'],
    ['an author that is no id', { kind: 'invoice_list', filter: { author: 'First' } }, '/filter/author'],
    ['an unknown filter', { kind: 'refunds', filter: { tenant: 'x' } }, '/filter/tenant'],
    ['a page size', { kind: 'refunds', filter: { limit: '1' } }, '/filter/limit'],
    ['a cursor', { kind: 'refunds', filter: { cursor: 'x' } }, '/filter/cursor'],
    ['a filter inside a filter', { kind: 'refunds', filter: { q: { like: 'x' } } }, '/filter/q'],
    ['a filter that is text', { kind: 'refunds', filter: 'state=failed' }, '/filter'],
    ['a list of filters', { kind: 'refunds', filter: ['failed'] }, '/filter'],
    ['an unknown tier', { kind: 'prices', filter: { tier: 'gold' } }, '/filter/tier'],
    ['a list with a month', { kind: 'refunds', month: '2026-01' }, '/month'],
    ['a filter with a month', { kind: 'journal', month: '2026-01', filter: {} }, '/filter'],
    ['a report without a month', { kind: 'journal' }, '/month'],
    ['an unknown kind', { kind: 'everything' }, '/kind'],
  ])('is refused for %s, and nothing is begun', async (_name, body, pointer) => {
    const count = async () => (await app.get(Database).query('select 1 from statements.exports')).length;
    const before = await count();
    const answer = await ask({ format: 'csv', ...body });
    expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
    const { details } = JSON.parse(answer.body) as { details: { pointer: string }[] };
    expect(details.map((detail) => detail.pointer)).toContain(pointer);
    expect(await count()).toBe(before);
  });

  it('contains a month or a filter, with the service layer bypassed', async () => {
    const { owner } = world.billing;
    const insert = (kind: string, month: string | null, filter: string) =>
      owner.query(
        `insert into statements.exports (id, kind, format, month, filter, requested_by_name) values (gen_random_uuid(), $1, 'csv', $2, $3, 'N')`,
        [kind, month, filter],
      );
    await expect(insert('refunds', '2026-01', '{}')).rejects.toMatchObject({ constraint: 'exports_month_or_filter' });
    await expect(insert('journal', null, '{}')).rejects.toMatchObject({ constraint: 'exports_month_or_filter' });
    await expect(insert('journal', '2026-01', '{"state":"x"}')).rejects.toMatchObject({
      constraint: 'exports_month_or_filter',
    });
    await expect(insert('refunds', null, '[]')).rejects.toMatchObject({ constraint: 'exports_filter_object' });
    await expect(insert('everything', null, '{}')).rejects.toMatchObject({ constraint: 'exports_kind_check' });
  });
});
