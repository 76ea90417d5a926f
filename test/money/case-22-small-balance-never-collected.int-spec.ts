import { randomUUID } from 'node:crypto';
import { WriteOffs } from '../../libs/billing/src/collection/write-offs/write-offs.js';
import { CollectingWorld } from '../support/money/collecting.js';

describe('Case 22: an invoice under the minimum charge that is never collected', () => {
  const world = CollectingWorld.forTests();

  it('is written off when its tenant is gone, by two people, to the cent and in every currency', async () => {
    // Kept aside rather than carried: carrying has its own test.
    await world.policy('small_balance', 'keep', new Date('2001-01-01T00:00:00Z'));
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    const month = '2012-03';
    const at = new Date(`${month}-01T00:00:00Z`);
    await world.billing.activate({ activatedAt: at, tenantId, orgId, amountMinor: 49n });
    await world.billing.activate({ activatedAt: at, tenantId, orgId, amountMinor: 29n, currency: 'jpy' });
    await world.closeMonth(month);
    const states = () =>
      world.billing.db.query<{ currency: string; state: string }>(
        'select currency, state from billing.invoices where tenant_id = $1 order by currency',
        [tenantId],
      );
    expect(await states()).toEqual([
      { currency: 'jpy', state: 'below_minimum' },
      { currency: 'usd', state: 'below_minimum' },
    ]);
    expect(await world.balance('author_pending', orgId)).toBe(34n);

    const unpaidOf = (id: string) => world.get(WriteOffs).unpaidOf(id);
    const unpaid = async () =>
      (await unpaidOf(tenantId)).map((one) => [one.currency, one.month, one.state, one.owed_minor]);
    expect((await unpaid()).sort()).toEqual([
      ['jpy', month, 'below_minimum', '29'],
      ['usd', month, 'below_minimum', '49'],
    ]);
    const proposals: string[] = [];
    for (const { invoice_id } of await unpaidOf(tenantId)) proposals.push(await world.proposeWriteOff(invoice_id));
    expect(await unpaid()).toEqual([]);
    await expect(unpaidOf(randomUUID())).rejects.toMatchObject({ code: 'tenant_not_found' });
    for (const id of proposals) await world.approve(id);
    expect(await states()).toEqual([
      { currency: 'jpy', state: 'uncollectible' },
      { currency: 'usd', state: 'uncollectible' },
    ]);
    // 49 × 70 % = 34.3 → 34 for the author; 29 × 70 % = 20.3 → 20.
    expect(await world.balance('bad_debt')).toBe(15n);
    expect(await world.balance('bad_debt', undefined, 'jpy')).toBe(9n);
    for (const currency of ['usd', 'jpy']) {
      expect(await world.balance('tenant_receivable', undefined, currency)).toBe(0n);
      expect(await world.balance('author_pending', orgId, currency)).toBe(0n);
      expect(await world.balance('author_payable', orgId, currency)).toBe(0n);
    }
    expect(await world.proves()).toBe(true);
  });

  it('is carried forward alone: the rest above a charge multiple still goes onto the next invoice', async () => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    const at = new Date('2012-05-01T00:00:00Z');
    await world.billing.activate({ activatedAt: at, tenantId, orgId, amountMinor: 1237n, currency: 'kwd' });
    await world.billing.activate({ activatedAt: at, tenantId, orgId, amountMinor: 49n });
    for (const month of ['2012-05', '2012-06']) await world.closeMonth(month);
    const rows = await world.billing.db.query<Record<string, string>>(
      'select currency, carried_in, carried_out, amount_due from billing.invoices where tenant_id = $1 order by currency, month',
      [tenantId],
    );
    expect(rows.map((r) => [r['currency'], r['carried_in'], r['carried_out'], r['amount_due']].join(' '))).toEqual([
      'kwd 0 7 1230',
      'kwd 7 4 1240',
      'usd 0 49 0',
      'usd 0 49 0',
    ]);
    expect(await world.proves()).toBe(true);
  });

  it('is written off with the invoice that carries it, and not a second time', async () => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    const at = new Date('2013-01-01T00:00:00Z');
    await world.policy('small_balance', 'carry', new Date('2012-12-01T00:00:00Z'));
    await world.billing.activate({ activatedAt: at, tenantId, orgId, amountMinor: 20n });
    const before = await world.balance('bad_debt');
    await world.closeMonth('2013-01');
    await world.closeMonth('2013-02');
    const first = await world.invoiceOf(tenantId, '2013-01');
    await expect(world.proposeWriteOff(first.id)).rejects.toMatchObject({ code: 'write_off_carried' });
    const [only, ...more] = await world.get(WriteOffs).unpaidOf(tenantId);
    expect(more).toEqual([]);
    await world.approve(await world.proposeWriteOff(only!.invoice_id));
    for (const month of ['2013-01', '2013-02'])
      expect((await world.invoiceOf(tenantId, month)).state).toBe('uncollectible');
    // Twice 20 x 70 % = 14 of 40 pending for the author; 12 are the platform's loss.
    expect((await world.balance('bad_debt')) - before).toBe(12n);
    expect(await world.balance('author_pending', orgId)).toBe(0n);
    expect(await world.proves()).toBe(true);
  });
});
