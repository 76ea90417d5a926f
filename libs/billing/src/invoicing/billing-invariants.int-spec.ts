import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { BillingFixture, FINANCE } from '../../../../test/support/money/billing.js';
import { CloseMonth } from './close-month.js';
import { RequestClose } from './request-close.js';

/** Tries to break the rules of periods, invoices, lines and payments with plain SQL as the owner of the tables. */
describe('the database guards billing against every writer', () => {
  let billing: BillingFixture;
  let db: Client;
  let invoiceId: string;

  beforeAll(async () => {
    billing = await BillingFixture.start();
    db = billing.owner;
    await billing.activate({ activatedAt: new Date('2024-01-10T00:00:00Z') });
    await billing.get(RequestClose).execute(FINANCE, '2024-01');
    await billing.get(CloseMonth).execute('2024-01');
    const { rows } = await db.query<{ id: string }>('select id from billing.invoices');
    invoiceId = rows[0]!.id;
  });
  afterAll(() => billing.close());

  const anotherLine = (changes: Record<string, string> = {}) => {
    const columns =
      `id invoice_id month segment_id install_id drive_id org_id drive_name venture_name currency price_id price_amount from_at to_at
      seconds month_seconds gross author_bps author_share platform_share`.split(/\s+/);
    const values = columns.map((column) => changes[column] ?? column);
    return db.query(
      `insert into billing.invoice_lines (${columns.join(', ')}) select ${values.join(', ')} from billing.invoice_lines limit 1`,
    );
  };

  it('no statement adds a line to a month that is not closing, and the application adds none at all', async () => {
    const added = { id: 'gen_random_uuid()', segment_id: 'gen_random_uuid()' };
    await expect(anotherLine(added)).rejects.toMatchObject({
      code: '23514',
      constraint: 'invoice_lines_month_closing',
    });
    await expect(
      billing.db.query('insert into billing.invoice_lines select * from billing.invoice_lines'),
    ).rejects.toMatchObject({ driverError: { code: '42501' } });
  });

  it.each([
    ['closed', '2024-01-01'],
    ['open', '2024-02-01'],
    ['unknown', '2024-03-01'],
  ])('a month that is %s is not closed by calling the function that writes its lines', async (_state, month) => {
    await db.query(`insert into billing.periods (month) values ('2024-02-01') on conflict do nothing`);
    await expect(db.query(`select * from billing.write_lines($1::date)`, [month])).rejects.toMatchObject({
      code: '23514',
      constraint: 'invoice_lines_month_closing',
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['shares that do not add up', { author_share: 'author_share + 1' }, 'invoice_lines_shares'],
    ['a negative share', { author_share: '-1', platform_share: 'gross + 1' }, 'invoice_lines_shares'],
    ['nothing', { gross: '0', author_share: '0', platform_share: '0' }, 'invoice_lines_gross_check'],
    ['more seconds than the month has', { seconds: 'month_seconds + 1' }, 'invoice_lines_span'],
    ['a segment that is billed for the month already', { id: 'gen_random_uuid()' }, 'invoice_lines_segment_once'],
  ])('even past the trigger a line of %s is refused', async (_name, changes, constraint) => {
    await db.query('begin');
    try {
      await db.query('alter table billing.invoice_lines disable trigger only_by_close');
      await expect(anotherLine(changes)).rejects.toMatchObject({ constraint });
    } finally {
      await db.query('rollback');
    }
  });

  it.each([
    'update billing.invoice_lines set author_share = gross, platform_share = 0',
    'delete from billing.invoice_lines',
    'truncate billing.invoice_lines',
    'delete from billing.invoices',
    'update billing.invoices set subtotal = 1',
    'update billing.invoices set number_seq = 77',
    'update billing.invoices set tenant_id = gen_random_uuid()',
    'update billing.invoices set carried_out = 1',
    'update billing.split_rules set author_bps = 1',
    'delete from billing.split_rules',
    'delete from billing.periods',
  ])('refused: %s', async (statement) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    [
      `insert into billing.periods (month, state, closing_at) values ('2024-05-01', 'closing', now())`,
      'periods_forward',
    ],
    [
      `update billing.periods set state = 'open', closing_at = null, closed_at = null where month = '2024-01-01'`,
      'periods_forward',
    ],
    [`update billing.periods set requested_by = 'me' where month = '2024-01-01'`, 'periods_forward'],
    [
      `update billing.periods set state = 'closed', closing_at = now(), frozen_at = now(), lines_written_at = now(), closed_at = now() where month = '2024-02-01'`,
      'periods_forward',
    ],
  ])('a month only moves forward: %s', async (statement, constraint) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code: '23514', constraint });
  });

  it.each([
    ['of a month that does not exist', `'2031-07-01'::date, 'usd'`, 'invoices_month_known'],
    ['in a currency that does not exist', `'2024-01-01'::date, 'xxx'`, 'invoices_currency_known'],
  ])('an invoice %s is refused, and so is every other one of the same statement', async (_name, values, constraint) => {
    await expect(
      db.query(
        `insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal)
         select gen_random_uuid(), 900000 + row_number() over (), gen_random_uuid(), 'T', v.month, v.currency, 100
         from (values ('2024-01-01'::date, 'usd'), (${values})) v(month, currency)`,
      ),
    ).rejects.toMatchObject({ code: '23503', constraint });
    expect((await db.query('select 1 from billing.invoices where number_seq > 900000')).rows).toEqual([]);
  });

  it.each([
    `delete from ledger.currency where code = 'zar'`,
    `update ledger.currency set code = 'zzz' where code = 'zar'`,
    `update billing.invoices set currency = 'xxx'`,
    `update billing.invoices set month = '2031-07-01'`,
  ])('what an invoice refers to cannot change: %s', async (statement) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('a month cannot be closed before it is over, by business time', async () => {
    await db.query(`insert into billing.periods (month) values ('2099-01-01')`);
    await expect(
      db.query(`update billing.periods set state = 'closing', closing_at = now() where month = '2099-01-01'`),
    ).rejects.toMatchObject({ constraint: 'periods_month_over' });
  });

  it('an invoice has one attempt that may move money, and a paid one stays paid', async () => {
    const attempt = (n: number, state: string) =>
      db.query(
        `insert into billing.payments (id, invoice_id, n, idempotency_key, state, customer_id, payment_method_id, amount, currency, charge_id, ended_at)
         values ($1, $2, $3, $4, $5, 'cus', 'pm', 100, 'usd', $6, $7)`,
        [
          randomUUID(),
          invoiceId,
          n,
          `key_${n}`,
          state,
          state === 'succeeded' ? `ch_${n}` : null,
          state === 'sending' ? null : new Date(),
        ],
      );
    await attempt(1, 'sending');
    await expect(attempt(2, 'sending')).rejects.toMatchObject({ constraint: 'payments_one_live' });
    await expect(attempt(2, 'succeeded')).rejects.toMatchObject({ constraint: 'payments_forward' });
    await db.query(`update billing.invoices set state = 'paid', paid_at = now(), next_retry_at = null where id = $1`, [
      invoiceId,
    ]);
    await expect(
      db.query(`update billing.invoices set state = 'open', paid_at = null where id = $1`, [invoiceId]),
    ).rejects.toMatchObject({ constraint: 'invoices_paid_stays' });
  });

  it('the application cannot even try to rewrite a line', async () => {
    await expect(billing.db.query('update billing.invoice_lines set gross = 1')).rejects.toMatchObject({
      driverError: { code: '42501' },
    });
  });

  it.each([
    [
      'a second split rule for the same time',
      `insert into billing.split_rules (author_bps, valid_from) values (8000, now())`,
      '23P01',
    ],
    ['a month that starts on the second', `insert into billing.periods (month) values ('2024-07-02')`, '23514'],
  ])('refused: %s', async (_name, statement, code) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code });
  });
});
