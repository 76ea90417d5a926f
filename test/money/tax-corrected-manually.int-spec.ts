import { Identity } from '@portal/identity';
import { randomUUID } from 'node:crypto';
import { AppError, Ids } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { stripeErrors, TaxGateway } from '@portal/stripe-gateway';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { SyncRefund } from '../../libs/billing/src/refunds/sync-refund.js';
import { CreditNotes } from '../../libs/billing/src/refunds/read/credit-notes.js';
import { ReverseTax } from '../../libs/billing/src/tax/reverse-tax.js';
import { OverdueBalances } from '../../libs/payouts/src/holds/overdue-balances.js';
import { BookMovements } from '../../libs/reconciliation/src/book-movements.js';
import { CompareBooks } from '../../libs/reconciliation/src/compare-books.js';
import { ExceptionsService } from '../../libs/reconciliation/src/exceptions.service.js';
import { ItemsRepository } from '../../libs/reconciliation/src/persistence/items.repository.js';
import { MovementsRepository } from '../../libs/reconciliation/src/persistence/movements.repository.js';
import { InternalExceptions } from '../../libs/reconciliation/src/read/internal-exceptions.js';
import { Figures } from '../../libs/reconciliation/src/read/figures.js';
import { FINANCE, SELLER } from '../support/money/billing.js';
import { CollectingWorld } from '../support/money/collecting.js';
import { refund, scopeOf } from '../support/money/going-back.js';

/** The tax provider's report and our credit can differ; then a person has to correct it there. */
describe('a tax whose reversal at the provider differs from our credit note', () => {
  const world = CollectingWorld.forTests([]);
  let year = 2015;
  beforeAll(async () => {
    await world.policy('tax', { provider: 'stripe_tax', table: [] }, new Date('2015-01-01T00:00:00Z'));
    await world.policy('operator_identity', SELLER);
  });
  afterEach(() => jest.restoreAllMocks());

  /** A paid invoice of 4900 + 931. */
  async function paid(): Promise<string> {
    const [tenantId, month] = [randomUUID(), `${(year += 1)}-03`];
    await world.inGermany(tenantId);
    await world.card(tenantId);
    const { installId } = await world.billing.activate({ tenantId, activatedAt: new Date(`${month}-01T00:00:00Z`) });
    const endedAt = new Date(`${year}-04-01T00:00:00Z`);
    await world.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt });
    await world.closeMonth(month);
    const { id } = await world.invoiceOf(tenantId, month);
    await world.get(ChargeInvoice).execute(id);
    return id;
  }
  async function refunded(invoiceId: string): Promise<{ note: string; refundId: string }> {
    const { refundId } = await refund(world, invoiceId, scopeOf());
    return { note: (await world.get(CreditNotes).ofInvoice(invoiceId)).at(-1)!.id, refundId };
  }
  /** Compares the books as every night, without anything new of the provider; returns its new items of the worklist. */
  async function compared(): Promise<{ state: string; facts: Record<string, string> }[]> {
    const movements = new MovementsRepository();
    const items = new ItemsRepository(world.get(Ids));
    const books = new CompareBooks(
      movements,
      items,
      new BookMovements(world.get(Ledger), movements, items),
      new Figures(),
      new InternalExceptions(new OverdueBalances()),
    );
    await world.billing.transactor.run((tx) => books.execute(tx, []));
    return world.billing.owner
      .query<{
        state: string;
        facts: Record<string, string>;
      }>(`select state, facts from reconciliation.items where kind = 'tax_report' order by opened_at, id`)
      .then(({ rows }) => rows);
  }

  it('becomes one item when the refund fails after its tax was reversed', async () => {
    const { note, refundId } = await refunded(await paid());
    await world.get(ReverseTax).execute(note);
    expect(await compared()).toEqual([]);
    const [row] = await world.billing.db.query<{ provider_refund_id: string }>(
      'select provider_refund_id from billing.refunds where id = $1',
      [refundId],
    );
    await world.control(`/refunds/${row!.provider_refund_id}`, { status: 'failed' });
    await world.get(SyncRefund).execute(row!.provider_refund_id);
    const item = { state: 'open', facts: { what: 'taken_back_for_nothing', net: '4900', tax: '931' } };
    expect(await compared()).toMatchObject([item]);
    expect(await compared()).toHaveLength(1);
    // The person who corrected it closes the item, and it does not come back.
    const items = new ItemsRepository(world.get(Ids));
    const exceptions = new ExceptionsService(world.billing.transactor, items, world.get(Identity));
    const { rows } = await world.billing.owner.query<{ id: string }>(
      `select id from reconciliation.items where kind = 'tax_report'`,
    );
    await exceptions.explain(rows[0]!.id, FINANCE, 'The report is wrong.');
    await exceptions.close(rows[0]!.id, FINANCE, 'Corrected at the provider.');
    expect(await compared()).toMatchObject([{ state: 'closed' }]);
  });

  it('becomes an item when the provider refuses, or does not answer for a day', async () => {
    const before = (await compared()).length;
    const gateway = world.get(TaxGateway);
    const refused = await refunded(await paid());
    jest
      .spyOn(gateway, 'reverse')
      .mockImplementationOnce(() => Promise.reject(new AppError(stripeErrors.payment_provider_refused)))
      .mockImplementationOnce(() => Promise.reject(new AppError(stripeErrors.payment_provider_unavailable)));
    await world.get(ReverseTax).execute(refused.note);
    const silent = await refunded(await paid());
    await expect(world.get(ReverseTax).execute(silent.note)).rejects.toMatchObject({
      code: 'payment_provider_unavailable',
    });
    const found = async () => (await compared()).slice(before).map(({ facts }) => facts['what']);
    expect(await found()).toEqual(['refused']);
    await world.later(1.1);
    expect(await found()).toEqual(['refused', 'no_answer']);
  });
});
