import { randomUUID } from 'node:crypto';
import { Identity } from '@portal/identity';
import { Transactor } from '@portal/platform/database';
import { CollectingWorld, type IssuedInvoice } from '../../../../test/support/money/collecting.js';
import type { TestApp } from '../../../../test/support/http/http-app.js';
import { nowOperates } from '../../../../test/support/people/operator.js';
import type { FinanceBillingSummaryView } from './billing-summaries.view.js';

interface BilledInstall {
  id: string;
  driveId: string;
  orgId: string;
  tenantId: string;
}

describe('amounts that plugins report for billing', () => {
  let app: TestApp;
  const world = CollectingWorld.forTests();
  let finance: string;
  let operator: string;
  let author: string;

  beforeAll(async () => {
    app = await world.http();
    finance = await app.demo('finance-preparer');
    operator = await app.demo('operator');
    author = await app.demo('author');
  });

  const query = <R extends object>(sql: string, values: unknown[]) =>
    world.billing.owner.query<R>(sql, values).then(({ rows }) => rows);
  async function grant(as: string, role: 'operator' | 'author', scopeId: string): Promise<void> {
    const me = await app.call<{ user: { id: string } }>({ method: 'GET', url: '/api/v1/me', as });
    const { id: userId } = me.data.user;
    if (role === 'operator') await nowOperates(world.billing.owner, userId, scopeId);
    else await app.get(Transactor).run((tx) => app.get(Identity).grantRole(tx, { userId, role, scopeId }));
  }
  /** The installs of an invoice, highest amount first, inserted into the tables of installs. */
  async function installsOf(invoice: IssuedInvoice): Promise<BilledInstall[]> {
    const lines = await query<{ id: string; drive: string; org: string }>(
      'select install_id as id, drive_id as drive, org_id as org from billing.invoice_lines where invoice_id = $1 order by gross desc',
      [invoice.id],
    );
    await query(
      `insert into installs.tenants (id, name, external_id) values ($1::uuid, 'Acme', $1::text) on conflict do nothing`,
      [invoice.tenantId],
    );
    return Promise.all(lines.map(({ id, drive, org }) => installed(id, invoice.tenantId, drive, org)));
  }
  async function installed(id: string, tenantId: string, driveId: string, orgId: string): Promise<BilledInstall> {
    const ventureId = randomUUID();
    await query(
      `insert into installs.ventures (id, tenant_id, name, external_id) values ($1::uuid, $2, 'Shop', $1::text)`,
      [ventureId, tenantId],
    );
    await query(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, origin, permissions, config, operator_email)
       values ($1, $2, $3, $4, $5, 'failed', gen_random_uuid(), 'd', 'https://drive.example', '{}', '{}', 'o@x.example')`,
      [id, tenantId, ventureId, driveId, orgId],
    );
    return { id, tenantId, driveId, orgId };
  }
  const say = (install: BilledInstall, month: string, amount: number, currency = 'usd') =>
    query(
      `insert into installs.billing_summaries (install_id, month, currency, amount, plan, said_at) values ($1, $2, $3, $4, 'pro', now())`,
      [install.id, `${month}-01`, currency, amount],
    );
  const list = (as: string, url: string) =>
    app.call<{ items: FinanceBillingSummaryView[]; next_cursor: string | null }>({
      method: 'GET',
      url: `/api/v1/${url}`,
      as,
    });
  const rowsOf = ({ items }: { items: FinanceBillingSummaryView[] }) =>
    new Map(
      items.map((row) => [
        `${row.install_id} ${row.currency}`,
        [row.said_minor, row.invoiced_minor, row.difference_minor, row.comparison],
      ]),
    );

  it('are compared with the invoices to the cent, by month and currency, and move no money', async () => {
    const invoice = await world.issued([{ amountMinor: 4_900n }, { amountMinor: 2_000n }, { amountMinor: 1_000n }]);
    const [equal, more, less] = await installsOf(invoice);
    const free = await installed(randomUUID(), invoice.tenantId, randomUUID(), randomUUID());
    const money = () =>
      query(
        `select (select count(*) from ledger.ledger_tx) as tx, (select sum(total) from billing.invoices) as invoiced,
           (select count(*) from billing.payments) as payments`,
        [],
      );
    const before = await money();
    await say(equal!, invoice.month, 4_900);
    await say(more!, invoice.month, 2_001);
    await say(less!, invoice.month, 900);
    await say(less!, invoice.month, 900, 'eur');
    await say(free, invoice.month, 500);
    await say(equal!, '2035-01', 4_900);
    const all = await list(finance, `finance/billing-summaries?month=${invoice.month}`);
    expect(all.status).toBe(200);
    expect(rowsOf(all.data)).toEqual(
      new Map([
        [`${equal!.id} usd`, ['4900', '4900', '0', 'equal']],
        [`${more!.id} usd`, ['2001', '2000', '1', 'plugin_says_more']],
        [`${less!.id} usd`, ['900', '1000', '-100', 'plugin_says_less']],
        [`${less!.id} eur`, ['900', null, null, 'other_currency']],
        [`${free.id} usd`, ['500', '0', '500', 'nothing_invoiced']],
      ]),
    );
    expect(all.data.items[0]).toMatchObject({ tenant_name: 'Acme', plan: 'pro', month: invoice.month });
    const differing = await list(finance, `finance/billing-summaries?differs=true&month=${invoice.month}`);
    expect(differing.data.items.map(({ comparison }) => comparison).sort()).toEqual([
      'nothing_invoiced',
      'other_currency',
      'plugin_says_less',
      'plugin_says_more',
    ]);
    const open = await list(finance, 'finance/billing-summaries?month=2035-01');
    expect(rowsOf(open.data)).toEqual(new Map([[`${equal!.id} usd`, ['4900', null, null, 'not_closed']]]));
    expect((await list(finance, 'finance/billing-summaries?month=2035-01&differs=true')).data.items).toEqual([]);
    expect(await money()).toEqual(before);
  });

  it('of a full month are no difference where a part of it is invoiced', async () => {
    const invoice = await world.issued([{ amountMinor: 4_900n, fromDay: '16' }]);
    const [install] = await installsOf(invoice);
    await say(install!, invoice.month, 4_900);
    const url = `finance/billing-summaries?month=${invoice.month}`;
    const { data } = await list(finance, url);
    expect(data.items).toMatchObject([{ said_minor: '4900', comparison: 'prorated' }]);
    expect(BigInt(data.items[0]!.invoiced_minor!)).toBeLessThan(4_900n);
    expect((await list(finance, `${url}&differs=true`)).data.items).toEqual([]);
  });

  it('are shown to the operators of the tenant, to the author of the Drive and to nobody else', async () => {
    const mine = await world.issued([{ amountMinor: 4_900n }]);
    const [install] = await installsOf(mine);
    const [foreign] = await installsOf(await world.issued([{ amountMinor: 700n }]));
    await say(install!, mine.month, 4_900);
    await say(foreign!, mine.month, 700);
    await grant(operator, 'operator', mine.tenantId);
    await grant(author, 'author', install!.orgId);
    for (const [as, url] of [
      [operator, 'operator/billing-summaries'],
      [operator, `operator/billing-summaries?install_id=${install!.id}`],
      [author, 'author/billing-summaries'],
      [author, `author/billing-summaries?drive_id=${install!.driveId}`],
    ] as const) {
      const { status, data } = await list(as, url);
      expect([url, status, data.items.map(({ install_id: id }) => id)]).toEqual([url, 200, [install!.id]]);
      expect(data.items[0]).toMatchObject({ comparison: 'equal', invoiced_minor: '4900' });
      expect(data.items[0]).not.toHaveProperty('tenant_name');
    }
    // Another owner's summaries are missing, not forbidden.
    for (const [as, url] of [
      [operator, `operator/billing-summaries?install_id=${foreign!.id}`],
      [operator, `operator/billing-summaries?install_id=${randomUUID()}`],
      [author, `author/billing-summaries?drive_id=${foreign!.driveId}`],
    ] as const)
      expect((await list(as, url)).data).toEqual({ items: [], next_cursor: null });
  });

  it('are listed page by page, each row once', async () => {
    const invoice = await world.issued([{ amountMinor: 100n }, { amountMinor: 200n }, { amountMinor: 300n }]);
    const installs = await installsOf(invoice);
    for (const install of installs) for (const currency of ['usd', 'eur']) await say(install, '2036-02', 1, currency);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: FinanceBillingSummaryView[]; next_cursor: string | null } = (
        await list(finance, `finance/billing-summaries?month=2036-02&limit=4${cursor && `&cursor=${cursor}`}`)
      ).data;
      seen.push(...rowsOf(page).keys());
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });
});
