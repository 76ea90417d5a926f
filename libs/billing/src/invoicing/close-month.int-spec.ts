import { randomUUID } from 'node:crypto';
import { Ledger } from '@portal/ledger';
import { BillingFixture, FINANCE } from '../../../../test/support/money/billing.js';
import { Billing } from '../billing.js';
import { CloseMonth } from './close-month.js';
import { CloseSegment } from '../segments/close-segment.js';
import { PeriodsRepository } from './periods.repository.js';
import { Invoices } from './read/invoices.js';
import { ListPeriods } from './read/list-periods.js';
import { MonthClose } from './read/month-close.js';
import { RequestClose } from './request-close.js';

const at = (text: string): Date => new Date(text);

class RolledBack extends Error {}

describe('closing a month', () => {
  const billing = BillingFixture.forTests();
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = billing.get(Ledger);
  });

  const request = (month: string) => billing.get(RequestClose).execute(FINANCE, month);
  const close = async (month: string) => {
    await request(month);
    await billing.get(CloseMonth).execute(month);
  };
  const end = (installId: string, endedAt: Date) =>
    billing.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt });
  const lines = (month: string) =>
    billing.db.query<{ gross: string; author_share: string; platform_share: string }>(
      `select gross, author_share, platform_share from billing.invoice_lines where month = $1::date order by org_id, install_id, from_at`,
      [`${month}-01`],
    );

  const closings = (month: string) =>
    billing.db.query(`select 1 from platform.audit_log where action = 'period.closed' and subject_id = $1`, [month]);

  it('is refused while the month runs and for an invalid month', async () => {
    await expect(request('2099-01')).rejects.toMatchObject({ code: 'month_not_over', status: 409 });
    await expect(request('2024-13')).rejects.toMatchObject({ code: 'month_invalid', status: 400 });
  });

  it('bills each tenant once and prorated, splits 70/30 and books it; free and first-party installs follow their own rules', async () => {
    const orgId = randomUUID();
    const tenantId = randomUUID();
    await billing.activate({ activatedAt: at('2024-01-10T00:00:00Z'), orgId, tenantId });
    const half = await billing.activate({
      activatedAt: at('2024-01-31T00:00:00Z'),
      orgId,
      tenantId,
      amountMinor: 3100n,
    });
    await end(half.installId, at('2024-02-01T00:00:00Z'));
    await billing.activate({ activatedAt: at('2024-01-01T00:00:00Z'), orgId: null, tenantId, amountMinor: 1000n });
    await billing.activate({ activatedAt: at('2024-01-01T00:00:00Z'), tenantId, priceId: null, amountMinor: 0n });
    await close('2024-01');
    // 4900 × 22/31 = 3477.42, 3100 × 1/31 = 100, and 1000 of a first-party Drive.
    const [invoice] = (await billing.get(Invoices).list({ month: '2024-01', limit: 10 })).items;
    expect(invoice).toMatchObject({
      number: 'DP-000001',
      state: 'open',
      total_minor: '4577',
      tenant_name: 'Acme',
      currency: 'usd',
    });
    expect(await ledger.balance(billing.db, { code: 'author_pending', ownerId: orgId, currency: 'usd' })).toBe(2504n);
    expect(await ledger.balance(billing.db, { code: 'platform_revenue', currency: 'usd' })).toBe(3577n - 2504n);
    expect(await ledger.balance(billing.db, { code: 'first_party_revenue', currency: 'usd' })).toBe(1000n);
    expect(await ledger.balance(billing.db, { code: 'tenant_receivable', currency: 'usd' })).toBe(4577n);
    expect((await ledger.proof()).ok).toBe(true);
    expect(await closings('2024-01')).toHaveLength(1);
    expect(await billing.events('invoice.issued')).toEqual([{ invoice_id: invoice!.id }]);
    const [authors] = await billing.get(Billing).linesOfAuthors([{ orgId, month: '2024-01', invoiceIds: [] }]);
    expect(authors!.map((l) => [l.grossMinor, l.authorMinor + l.platformMinor])).toEqual(
      expect.arrayContaining([
        [3477n, 3477n],
        [100n, 100n],
      ]),
    );
    expect(await billing.get(Billing).isClosed('2024-01')).toBe(true);
    expect(await billing.get(Billing).isClosed('2024-02')).toBe(false);
    const detail = await billing.get(Invoices).get(invoice!.id);
    expect(detail.lines.map((l) => l.text)).toContain('49.00 USD × 1900800 of 2678400 seconds');
    await expect(billing.get(Invoices).get(invoice!.id, [randomUUID()])).rejects.toMatchObject({
      code: 'invoice_not_found',
    });
    const [january] = (await billing.get(ListPeriods).execute()).items.filter((p) => p.month === '2024-01');
    expect(january).toMatchObject({ state: 'closed', can_close: false, invoices: 1, total_minor: '4577' });
  });

  it.each([
    ['closed', '2024-01-01'],
    ['open', '2023-02-01'],
    ['unknown', '2023-03-01'],
  ])('is refused for a month that is %s when its function is called directly', async (_state, month) => {
    await billing.owner.query(`insert into billing.periods (month) values ('2023-02-01') on conflict do nothing`);
    await expect(billing.owner.query(`select * from billing.write_lines($1::date)`, [month])).rejects.toMatchObject({
      constraint: 'invoice_lines_month_closing',
    });
  });

  it('changes nothing when it is requested or run again', async () => {
    const before = await lines('2024-01');
    expect(await request('2024-01')).toEqual({ month: '2024-01', state: 'closed', approval_id: null });
    await billing.get(CloseMonth).execute('2024-01');
    expect(await lines('2024-01')).toEqual(before);
    expect(await closings('2024-01')).toHaveLength(1);
  });

  it('gives the same rows when it was killed after the lines or while booking, and runs again', async () => {
    for (let i = 0; i < 3; i++) await billing.activate({ activatedAt: at('2024-02-05T00:00:00Z'), currency: 'eur' });
    await request('2024-02');
    const died = jest.spyOn(ledger, 'postSelected').mockRejectedValueOnce(new Error('killed'));
    await expect(billing.get(CloseMonth).execute('2024-02')).rejects.toThrow('killed');
    const written = await lines('2024-02');
    expect(written.length).toBeGreaterThanOrEqual(3);
    expect(await billing.get(Billing).isClosed('2024-02')).toBe(false);
    died.mockRestore();
    await billing.get(CloseMonth).execute('2024-02');
    expect(await lines('2024-02')).toEqual(written);
    const gross = written.reduce((sum, l) => sum + BigInt(l.gross), 0n);
    const [total] = await billing.db.query(
      `select sum(total)::text as total, bool_and(state = 'open') as open from billing.invoices where month = '2024-02-01'`,
    );
    expect(total).toEqual({ total: gross.toString(), open: true });
    expect((await ledger.proof()).ok).toBe(true);
  });

  it('keeps the other batch and books everything once when one of two concurrent batches was killed', async () => {
    const invoices = 2_100;
    await billing.owner.query(
      `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id, amount,
         currency, split_rule_id, author_bps, started_at, ended_at, opened_by_event)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), md5('author' || g % 7)::uuid, 'T', 'V', 'D',
         gen_random_uuid(), 1000 + g, 'usd', 1, 7000, '2018-05-01Z', '2018-06-01Z', gen_random_uuid() from generate_series(1, $1) g`,
      [invoices],
    );
    await billing.owner.query(`insert into billing.periods (month) values ('2018-05-01')`);
    await request('2018-05');
    const books = ledger.postSelected.bind(ledger);
    let calls = 0;
    const dying = jest.spyOn(ledger, 'postSelected').mockImplementation(async (tx, query) => {
      calls += 1;
      if (calls === 1) throw new Error('killed');
      return books(tx, query);
    });
    await expect(billing.get(CloseMonth).execute('2018-05')).rejects.toThrow('killed');
    const count = async (condition: string) =>
      (
        await billing.db.query<{ n: number }>(
          `select count(*)::int as n from billing.invoices i where month = '2018-05-01' and ${condition}`,
        )
      )[0]!.n;
    const booked = `exists (select 1 from ledger.ledger_tx t where t.idempotency_key = 'inv:' || i.id)`;
    const emitted = `(select count(*) from platform.outbox_events e where e.type = 'invoice.issued' and e.payload->>'invoice_id' = i.id::text) = 1`;
    expect(calls).toBe(2);
    const kept = await count(`state = 'open' and ${booked} and ${emitted}`);
    expect(kept).toBeGreaterThanOrEqual(1_000);
    expect(await count(`state = 'draft' and not ${booked}`)).toBe(invoices - kept);
    dying.mockRestore();
    await billing.get(CloseMonth).execute('2018-05');
    expect(await count(`state = 'open' and ${booked} and ${emitted}`)).toBe(invoices);
    const [authors] = await billing.db.query<{ same: boolean }>(
      `select sum(l.author_share) = (select sum(b.credits - b.debits) from ledger.account_balance b join ledger.ledger_account a on a.id = b.account_id
         where a.code = 'author_pending' and a.owner_id = any (array(select md5('author' || g)::uuid from generate_series(0, 6) g))) as same
       from billing.invoice_lines l where l.month = '2018-05-01'`,
    );
    expect(authors).toEqual({ same: true });
    expect((await ledger.proof()).ok).toBe(true);
    // An author's posting for many invoices equals the sum of their lines.
    const [{ author }] = (await billing.db.query<{ author: string }>(`select md5('author3')::uuid as author`)) as [
      { author: string },
    ];
    const entries = await billing.db.query<{ source: string; minor: string }>(
      `select t.source_id as source, (-b.amount)::text as minor from ledger.booked_legs b join ledger.ledger_tx t on t.id = b.tx_id
       where b.code = 'author_pending' and b.owner_id = $1 and t.source_type = 'author_shares'`,
      [author],
    );
    // One posting of the batch that was kept, and one booked after the restart.
    expect(entries.length).toBeGreaterThanOrEqual(2);
    const opened: string[] = [];
    for (const { source, minor } of entries) {
      const [month = '', numbers = ''] = source.split(':');
      const query = { author, month, numbers, limit: 2_000 };
      const { items } = await billing.get(Invoices).list({ ...query, currency: 'usd' });
      expect(await billing.get(Invoices).list({ ...query, currency: 'eur' })).toMatchObject({ items: [] });
      const [shares] = await billing.db.query<{ minor: string }>(
        'select sum(author_share)::text as minor from billing.invoice_lines where org_id = $1 and invoice_id = any($2::uuid[])',
        [author, items.map((invoice) => invoice.id)],
      );
      expect(shares!.minor).toBe(minor);
      opened.push(...items.map((invoice) => invoice.id));
    }
    expect(new Set(opened).size).toBe(invoices / 7);
    expect(opened).toHaveLength(invoices / 7);
    expect(await ledger.balance(billing.db, { code: 'share_clearing', currency: 'usd' })).toBe(0n);
  });

  it('gives one set of rows when two workers run it concurrently', async () => {
    await billing.activate({ activatedAt: at('2024-03-05T00:00:00Z'), currency: 'gbp' });
    await request('2024-03');
    await Promise.all([billing.get(CloseMonth).execute('2024-03'), billing.get(CloseMonth).execute('2024-03')]);
    expect(await closings('2024-03')).toHaveLength(1);
    expect((await ledger.proof()).ok).toBe(true);
  });

  it('waits for events about installs of the month that are not processed yet', async () => {
    await request('2024-04');
    const id = randomUUID();
    await billing.owner.query(
      `insert into platform.outbox_events (id, type, version, payload) values ($1, 'install.activated', 1, '{"activated_at":"2024-04-30T23:59:59Z"}')`,
      [id],
    );
    await expect(billing.get(CloseMonth).execute('2024-04')).rejects.toThrow('1 events about installs');
    expect(await billing.get(MonthClose).get('2024-04')).toMatchObject({
      state: 'closing',
      can_close: false,
      frozen_at: null,
      blocked_by: [{ code: 'events_waiting' }],
      waiting_events: [{ type: 'install.activated', failed: false, problem: null }],
    });
    await billing.owner.query('update platform.outbox_events set relayed_at = now() where id = $1', [id]);
    await billing.get(CloseMonth).execute('2024-04');
    expect(await billing.get(Billing).isClosed('2024-04')).toBe(true);
    const closed = await billing.get(MonthClose).get('2024-04');
    expect(closed).toMatchObject({ state: 'closed', blocked_by: [], waiting_events: [] });
    expect(closed.booked).toBe(closed.invoices);
    // One that comes after the month is frozen is of no concern to it any more.
    const late = randomUUID();
    await billing.owner.query(
      `insert into platform.outbox_events (id, type, version, payload) values ($1, 'install.ended', 1, '{"ended_at":"2024-04-30T23:59:59Z"}')`,
      [late],
    );
    expect(await billing.get(MonthClose).get('2024-04')).toMatchObject({ blocked_by: [], waiting_events: [] });
    await billing.owner.query('update platform.outbox_events set relayed_at = now() where id = $1', [late]);
    expect(await billing.get(MonthClose).get('2099-01')).toMatchObject({
      state: 'open',
      blocked_by: [{ code: 'month_not_over' }],
    });
  });

  it('numbers invoices without a gap over all months', async () => {
    const rows = await billing.db.query<{ number_seq: string }>(
      'select number_seq from billing.invoices order by number_seq',
    );
    expect(rows.map((r) => Number(r.number_seq))).toEqual(rows.map((_, i) => i + 1));
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });

  it('ends a segment before an invoice that was booked already, and omits nothing', async () => {
    for (let i = 0; i < 5; i++) await billing.activate({ activatedAt: at('2024-11-05T00:00:00Z'), currency: 'chf' });
    await request('2024-11');
    const periods = billing.get(PeriodsRepository);
    await billing.transactor.run(async (tx) => {
      await periods.freeze(tx, '2024-11-01');
      await periods.writeLines(tx, '2024-11-01');
    });
    const stretches = () => billing.transactor.run((tx) => periods.draftStretches(tx, '2024-11-01', 2, 50_000));
    const [all, ...more] = await stretches();
    expect(more).toEqual([]);
    const number = (n: number) => (BigInt(all!.first) + BigInt(n)).toString();
    await billing.transactor
      .run(async (tx) => {
        await periods.issue(tx, '2024-11-01', { first: number(2), last: number(2), count: 1 }, true);
        expect(await periods.lockDrafts(tx, '2024-11-01', all!)).toEqual({
          first: all!.first,
          last: number(1),
          count: 2,
        });
        expect(await periods.lockDrafts(tx, '2024-11-01', { first: number(2), last: all!.last })).toMatchObject({
          first: number(3),
          last: all!.last,
        });
        expect(await periods.lockDrafts(tx, '2024-11-01', { first: number(2), last: number(2) })).toBeUndefined();
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    await billing.get(CloseMonth).execute('2024-11');
    expect(await stretches()).toEqual([]);
    expect((await ledger.proof()).ok).toBe(true);
  });
});
