import { CollectingFixture } from '../../../../test/support/money/paid-invoices.js';

let world: CollectingFixture;
beforeAll(async () => {
  world = await CollectingFixture.start();
});
afterAll(() => world.close());

describe('a statement that bypasses the product', () => {
  const refused = (sql: string, params: unknown[], constraint: string) =>
    expect(world.billing.transactor.run((tx) => tx.query(sql, params))).rejects.toMatchObject({ constraint });

  it('never changes what a payment brought', async () => {
    const { id } = await world.paid([{ amountMinor: 4_900n }]);
    const payment = `where invoice_id = $1 and state = 'succeeded'`;
    for (const change of [
      'amount = 1',
      `charge_id = 'ch_other'`,
      `payment_intent_id = 'pi_other'`,
      `balance_transaction_id = 'txn_other'`,
      'fee = 0',
      `currency = 'eur'`,
      'invoice_id = gen_random_uuid()',
      `state = 'surplus'`,
      `state = 'declined', charge_id = null`,
    ])
      await refused(`update billing.payments set ${change} ${payment}`, [id], 'payments_pinned');
    await expect(
      world.billing.transactor.run((tx) => tx.query(`delete from billing.payments ${payment}`, [id])),
    ).rejects.toThrow();
    await refused('update billing.invoices set paid_at = now() where id = $1', [id], 'invoices_pinned');
  });

  it.each(['portal', 'processor'])('never refunds more than was paid (%s)', async (origin) => {
    const { id } = await world.paid([{ amountMinor: 4_900n }]);
    await refused(
      `insert into billing.refunds (id, invoice_id, payment_id, origin, scope, reason, note, amount, currency, provider_refund_id, requested_by_name)
       select gen_random_uuid(), invoice_id, id, $2, 'amount', 'other', 'n', amount + 1, currency, case $2 when 'processor' then 're_other' end, 'x'
       from billing.payments where invoice_id = $1`,
      [id, origin],
      'refunds_fit_payment',
    );
  });

  it('ends no segment inside a frozen month', async () => {
    const { month } = await world.paid([{ amountMinor: 4_900n }]);
    const running = `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, tenant_name, venture_name, drive_name, amount, currency,
        split_rule_id, author_bps, started_at, opened_by_event)
      select gen_random_uuid(), gen_random_uuid(), tenant_id, venture_id, drive_id, tenant_name, venture_name, drive_name, 0, currency, split_rule_id, 0,
        ($1 || '-02')::timestamp at time zone 'UTC', gen_random_uuid()
      from billing.install_segments limit 1 returning id`;
    const { rows } = await world.billing.owner.query<{ id: string }>(running, [month]);
    const end = `update billing.install_segments set closed_by_event = gen_random_uuid(), ended_at = `;
    await refused(
      `${end} ($2 || '-20')::timestamp at time zone 'UTC' where id = $1`,
      [rows[0]!.id, month],
      'install_segments_pinned',
    );
    await world.billing.transactor.run((tx) =>
      tx.query(`${end} billing.month_end(($2 || '-01')::date) where id = $1`, [rows[0]!.id, month]),
    );
  });
});
