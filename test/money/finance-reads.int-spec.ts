import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import type { Answer } from '../support/http/http-app.js';
import { BalanceOverview } from '../../libs/reconciliation/src/read/balance-overview.js';
import { MoneyWorld } from '../support/money/money-world.js';
import { payingTenant, runMonths, type TwoMonths } from '../support/money/two-months.js';

interface Entry {
  id: string;
  tx_id: string;
  account: string;
  author: string | null;
  currency: string;
  source: string;
  effective_at: string;
}
interface Listed<T> {
  items: T[];
  next_cursor: string | null;
}

/** Without the rest of reconciliation, which would have the books compared before a run. */
@Module({ imports: [LedgerCoreModule, StripeGatewayCoreModule], providers: [BalanceOverview] })
class BalanceOverviewModule {}

const world = MoneyWorld.forTests([BalanceOverviewModule]);
let months: TwoMonths;
beforeAll(async () => {
  const tenantId = await payingTenant(world);
  await world.segment({ orgId: null, tenantId, from: '2026-01-01T00:00:00Z', amount: 5_000n, bps: 0 });
  months = await runMonths(world);
});

async function all<T>(url: string): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: string = `${url}${url.includes('?') ? '&' : '?'}limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer: Answer<Listed<T>> = await world.read<Listed<T>>(world.preparer, next);
    expect([next, answer.status, answer.error]).toEqual([next, 200, undefined]);
    found.push(...answer.data.items);
    cursor = answer.data.next_cursor;
  }
  return found;
}
const entries = (query: string): Promise<Entry[]> => all<Entry>(`/finance/ledger?${query}`);
const ids = async (sql: string, params: unknown[]): Promise<string[]> =>
  (
    await world.query<{ id: string }>(
      `select e.tx_id || '.' || e.seq as id from ledger.ledger_entry e join ledger.ledger_tx t on t.id = e.tx_id
       join ledger.ledger_account a on a.id = e.account_id where ${sql} order by e.tx_id desc, e.seq desc`,
      params,
    )
  ).map(({ id }) => id);
const idsOf = (found: Entry[]): string[] => found.map(({ id }) => id);

describe('the ledger with the filters of finance', () => {
  it('by author and currency: has the entries on the accounts of that author', async () => {
    const mine = await entries(`author=${months.ada.orgId}`);
    expect(idsOf(mine)).toEqual(await ids('a.owner_id = $1', [months.ada.orgId]));
    expect(mine.length).toBeGreaterThan(5);
    expect(new Set(mine.map(({ author }) => author))).toEqual(new Set(['Ada & Łódź']));
    const usd = await entries(`author=${months.ada.orgId}&currency=usd`);
    expect(idsOf(usd)).toEqual(await ids(`a.owner_id = $1 and a.currency = 'usd'`, [months.ada.orgId]));
    expect(await entries(`author=${months.ada.orgId}&account=stripe_balance`)).toEqual([]);
    const nobodys = await entries('account=stripe_balance');
    expect(new Set(nobodys.map(({ author }) => author))).toEqual(new Set([null]));
  });

  it('by days: includes both, in UTC', async () => {
    const [at] = await world.query<{ day: string }>(
      `select to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD') as day from ledger.ledger_tx order by effective_at limit 1 offset 5`,
    );
    const found = await entries(`from=${at!.day}&to=${at!.day}`);
    expect(found.length).toBeGreaterThan(0);
    expect(idsOf(found)).toEqual(await ids(`to_char(t.effective_at at time zone 'UTC', 'YYYY-MM-DD') = $1`, [at!.day]));
    const answer = await world.read(world.preparer, '/finance/ledger?from=2026-02-31');
    expect([answer.status, answer.error]).toEqual([400, 'invalid_request']);
  });

  it('by Drive and by install: has whole bookings of what bills it, and no others', async () => {
    const lines = await world.query<{ drive_id: string; install_id: string; org_id: string | null }>(
      'select distinct drive_id, install_id, org_id from billing.invoice_lines',
    );
    expect(lines.length).toBeGreaterThan(1);
    // A first-party Drive, which has no author, is among them.
    expect(lines.map(({ org_id }) => org_id)).toContain(null);
    for (const [column, name] of [
      ['drive_id', 'drive'],
      ['install_id', 'install'],
    ] as const) {
      for (const id of new Set(lines.map((line) => line[column]))) {
        const billed = `select distinct invoice_id from billing.invoice_lines where ${column} = $1`;
        const found = await entries(`${name}=${id}`);
        expect(idsOf(found)).toEqual(
          await ids(
            `t.source_type in ('invoice', 'refund', 'dispute', 'credit_note', 'settlement') and coalesce(
               (select p.invoice_id from billing.settlements s join billing.payments p on p.id = s.payment_id
                where t.source_type = 'settlement' and s.id = t.source_id),
               (select invoice_id from billing.refunds where t.source_type = 'refund' and id::text = t.source_id),
               (select invoice_id from billing.disputes where t.source_type = 'dispute' and id::text = t.source_id),
               (select invoice_id from billing.credit_notes where t.source_type = 'credit_note' and id::text = t.source_id),
               (select id from billing.invoices where t.source_type = 'invoice' and id::text = t.source_id)) in (${billed})`,
            [id],
          ),
        );
        const byAuthor = await entries(`${name}=${id}&author=${months.ada.orgId}`);
        expect(idsOf(byAuthor)).toEqual(idsOf(found.filter(({ account }) => account.includes(months.ada.orgId))));
      }
    }
    expect(await entries('drive=00000000-0000-4000-8000-000000000000')).toEqual([]);
  });
});

interface Invoice {
  id: string;
  number: string;
  tenant_name: string;
  state: string;
}
interface Month {
  month: string;
  totals: { currency: string; invoices: number; author_minor: string; platform_minor: string }[];
}

describe('invoices with the filters of finance', () => {
  it('by status, a part of the tenant’s name or of the number: finds them, and refuses an unknown status', async () => {
    const every = await all<Invoice>('/finance/invoices');
    expect(every.map(({ state }) => state)).toContain('paid');
    for (const state of ['draft', 'open', 'past_due', 'paid', 'below_minimum', 'uncollectible', 'credited'])
      expect(await all<Invoice>(`/finance/invoices?state=${state}`)).toEqual(
        every.filter((one) => one.state === state),
      );
    const [{ tenant_name, number }] = every as [Invoice];
    const part = tenant_name.slice(1).toUpperCase();
    expect(await all<Invoice>(`/finance/invoices?q=${encodeURIComponent(part)}`)).toEqual(
      every.filter((one) => one.tenant_name.toUpperCase().includes(part)),
    );
    expect(await all<Invoice>(`/finance/invoices?q=${number.toLowerCase()}`)).toEqual(
      every.filter((one) => one.number === number),
    );
    expect(await all<Invoice>('/finance/invoices?q=%25')).toEqual([]);
    const answer = await world.read(world.preparer, '/finance/invoices?state=void');
    expect([answer.status, answer.error]).toEqual([400, 'invalid_request']);
  });
});

describe('statements with the filters of finance', () => {
  it('by author: has theirs of that month and no others', async () => {
    interface Statement {
      id: string;
      author_name: string;
    }
    const every = await all<Statement>('/finance/statements?month=2026-01');
    const mine = await all<Statement>(`/finance/statements?month=2026-01&author=${months.ada.orgId}`);
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.length).toBeLessThan(every.length);
    expect(mine).toEqual(every.filter(({ author_name }) => author_name === 'Ada & Łódź'));
    expect(await all(`/finance/statements?month=2026-01&author=00000000-0000-4000-8000-000000000000`)).toEqual([]);
    const answer = await world.read(world.preparer, '/finance/statements?month=2026-01&author=ada');
    expect([answer.status, answer.error]).toEqual([400, 'invalid_request']);
  });
});

describe('months', () => {
  it('have the sums of their lines and invoices, in the list and on their own', async () => {
    const { data } = await world.read<Listed<Month>>(world.preparer, '/finance/periods');
    const months = data.items.filter(({ totals }) => totals.length > 0);
    expect(months.length).toBeGreaterThan(1);
    for (const { month, totals } of months) {
      const lines = await world.query<{ currency: string; author: string; platform: string }>(
        `select currency, sum(author_share)::text as author, sum(platform_share)::text as platform
         from billing.invoice_lines where month = $1::date group by 1`,
        [`${month}-01`],
      );
      for (const one of totals) {
        const of = lines.find(({ currency }) => currency === one.currency);
        expect([month, one.author_minor, one.platform_minor]).toEqual([month, of?.author ?? '0', of?.platform ?? '0']);
      }
      // A currency in which only listing fees were invoiced is among them as well.
      const invoiced = await world.query<{ currency: string; invoices: number }>(
        'select currency, count(*)::int as invoices from billing.invoices where month = $1::date group by 1 order by 1',
        [`${month}-01`],
      );
      expect(
        totals
          .map(({ currency, invoices }) => ({ currency, invoices }))
          .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
      ).toEqual(invoiced);
      expect((await world.read<Month>(world.preparer, `/finance/periods/${month}`)).data.totals).toEqual(totals);
    }
  });
});

describe('the balance overview', () => {
  it('shows the books by currency, and the amounts due add up', async () => {
    const data = await world.get(BalanceOverview).read();
    expect(data.provider_problem).toBeNull();
    expect(data.currencies.length).toBeGreaterThan(0);
    const totals = await world.query<{ code: string; currency: string; net: string }>(
      `select a.code, a.currency, sum(e.amount)::text as net from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id group by 1, 2`,
    );
    for (const one of data.currencies) {
      const net = (code: string): bigint =>
        BigInt(totals.find((row) => row.code === code && row.currency === one.currency)?.net ?? '0');
      const minor = (name: string): bigint => BigInt((one as unknown as Record<string, string>)[`${name}_minor`]!);
      expect(minor('booked')).toBe(net('stripe_balance'));
      expect(minor('tax')).toBe(-net('tax_payable'));
      expect(minor('held')).toBe(-net('author_reserve'));
      expect(minor('owed') - minor('owing')).toBe(-net('author_payable'));
      const parts = ['owed', 'in_payout', 'held', 'disputed', 'tax', 'suspense'];
      expect(minor('due')).toBe(parts.reduce((sum, part) => sum + minor(part), 0n));
      expect(minor('left')).toBe(minor('booked') + minor('bank') - minor('due'));
    }
  });
});

describe('an author and a line of a run for finance', () => {
  it('shows how the payments of a line were split, as the statement does', async () => {
    const runs = await world.query<{ id: string; month: string }>(
      `select id, month from payouts.payout_runs where state = 'settled' order by month`,
    );
    let compared = 0;
    for (const run of runs) {
      const lines = await all<Record<string, string>>(`/finance/payout-runs/${run.id}/payouts`);
      for (const line of lines) {
        expect(BigInt(line['gross_minor']!)).toBe(BigInt(line['platform_minor']!) + BigInt(line['author_minor']!));
        const who = line['org_id'] === months.ada.orgId ? 'ada' : 'bob';
        const statement = months.statements.get(`${who} ${run.month} ${line['currency']}`);
        if (!statement) continue;
        const gross = statement.lines.reduce((sum, one) => sum + BigInt(one.gross_minor), 0n);
        expect([who, run.month, line['gross_minor']]).toEqual([who, run.month, gross.toString()]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1);
  });

  it('shows balances, accounts and payouts of one author, and 404 for an unknown one', async () => {
    const { data } = await world.read<{
      name: string;
      balances: { currency: string; owed_minor: string }[];
      accounts: { active: boolean }[];
    }>(world.preparer, `/finance/authors/${months.ada.orgId}`);
    for (const one of data.balances) {
      const [row] = await world.query<{ net: string }>(
        `select coalesce(-sum(e.amount), 0)::text as net from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id
         where a.code = 'author_payable' and a.owner_id = $1 and a.currency = $2`,
        [months.ada.orgId, one.currency],
      );
      expect(one.owed_minor).toBe(row!.net);
    }
    expect(data.balances.length).toBeGreaterThan(0);
    expect(data.accounts.filter(({ active }) => active)).toHaveLength(1);
    const payouts = await all<{ month: string }>(`/finance/authors/${months.ada.orgId}/payouts`);
    expect(payouts.length).toBeGreaterThan(1);
    expect([...payouts].sort((a, b) => (a.month < b.month ? 1 : -1)).map(({ month }) => month)).toEqual(
      payouts.map(({ month }) => month),
    );
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const part of ['', '/payouts'])
      expect((await world.read(world.preparer, `/finance/authors/${nobody}${part}`)).status).toBe(404);
    expect((await world.read(months.ada.session, `/finance/authors/${months.ada.orgId}`)).status).toBe(403);
  });
});

interface Source {
  title: string;
  page: string | null;
  transfers: string[];
  facts: { name: string; text: string | null; amount_minor: string | null; page: string | null }[];
}

const source = (type: string, id: string) =>
  world.read<Source>(world.preparer, `/finance/ledger/sources/${type}/${id}`);

describe('the source of a ledger entry', () => {
  it('is given for every booking of two months with every kind of business', async () => {
    const sources = await world.query<{ type: string; id: string }>(
      `select distinct source_type as type, source_id as id from ledger.ledger_tx where source_type <> 'author_shares'`,
    );
    expect([...new Set(sources.map(({ type }) => type))].sort()).toEqual(
      expect.arrayContaining([
        'credit_note',
        'dispute',
        'invoice',
        'listing_fee',
        'payout',
        'payout_hold',
        'refund',
        'settlement',
      ]),
    );
    for (const { type, id } of sources) {
      const { status, data } = await source(type, id);
      expect([type, status]).toEqual([type, 200]);
      expect(data.title.length).toBeGreaterThan(5);
      expect(data.facts.length).toBeGreaterThan(1);
      expect(data.page ?? '/finance/').toMatch(/^\/finance\//);
    }
  });

  it('has the transfer at the processor of a payout, its run and its statement', async () => {
    const [paid] = await world.query<{ id: string; run_id: string; amount: string; transfer_id: string }>(
      `select p.id, p.run_id, p.amount, a.transfer_id from payouts.payouts p join payouts.payout_attempts a on a.payout_id = p.id and a.state = 'accepted'
       where p.org_id = $1 order by p.id limit 1`,
      [months.ada.orgId],
    );
    const { data } = await source('payout', paid!.id);
    expect(data).toMatchObject({ page: `/finance/runs/${paid!.run_id}`, transfers: [paid!.transfer_id] });
    expect(data.facts).toContainEqual(expect.objectContaining({ name: 'To pay', amount_minor: paid!.amount }));
    expect(data.facts).toContainEqual(expect.objectContaining({ page: `/finance/statements/${paid!.id}` }));
    const statement = await world.read(world.preparer, `/finance/statements/${paid!.id}`);
    expect(statement.status).toBe(200);
  });

  it('is given with hostile names as they are, and is absent for an invalid entry', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    await world.query('update authors.organizations set name = $2 where id = $1', [months.ada.orgId, hostile]);
    const [hold] = await world.query<{ id: string }>('select id from payouts.payout_holds where org_id = $1 limit 1', [
      months.ada.orgId,
    ]);
    expect((await source('payout_hold', hold!.id)).data.title).toBe(`Hold on ${hostile}`);
    for (const [type, id] of [
      ['payout', randomUUID()],
      ['payout', 'x'],
      ['recovery', "' or 1=1 --"],
      ['nothing', randomUUID()],
    ] as const)
      expect((await source(type, encodeURIComponent(id))).error).toBe('ledger_source_not_found');
    expect((await world.read(months.ada.session, `/finance/ledger/sources/payout_hold/${hold!.id}`)).status).toBe(403);
  });
});
