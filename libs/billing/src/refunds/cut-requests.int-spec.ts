import { randomUUID } from 'node:crypto';
import { CutConnections } from '../../../../test/support/processes/cut-connections.js';
import type { TestApp } from '../../../../test/support/http/http-app.js';
import { CollectingWorld } from '../../../../test/support/money/collecting.js';
import { SendRefund } from './send-refund.js';

/** A request under a key whose connection is lost at any of its statements goes on with another: money never moves twice. */
describe('requests that are interrupted at each of their statements and repeated', () => {
  let app: TestApp;
  const world = CollectingWorld.forTests();
  let cut: CutConnections;
  let finance: string;
  beforeAll(async () => {
    app = await world.http();
    finance = await app.demo('finance-preparer');
    cut = new CutConnections('drive-portal');
    world.beforeClose(() => cut.end());
  });

  const send = (route: string, body: object, key: string) =>
    app.call<{ id: string }>({
      method: 'POST',
      url: `/api/v1${route}`,
      body,
      as: finance,
      headers: { 'idempotency-key': key },
    });
  const count = async (sql: string, id: string): Promise<number> =>
    (await world.billing.db.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [id]))[0]!.n;

  /** Interrupts at the first statement, then at the second, until the request ends before the interruption. */
  async function repeated(
    when: 'before' | 'after',
    play: (attempt: (route: string, body: object) => Promise<{ id: string }>) => Promise<void>,
  ): Promise<number> {
    for (let n = 1; ; n++) {
      let whole = false;
      await play(async (route, body) => {
        const key = randomUUID();
        cut.atStatement(n, when);
        const first = await send(route, body, key);
        whole = !cut.disarm();
        const second = await send(route, body, key);
        expect([n, second.status, second.body]).toEqual([n, 201, expect.any(String)]);
        expect([n, first.status, first.data]).toEqual([n, 201, second.data]);
        return second.data;
      });
      if (whole) return n;
    }
  }

  it.each(['before', 'after'] as const)('make a refund once, %s it', async (when) => {
    const invoice = await world.paid([{ amountMinor: 490_000n }]);
    let made = 0;
    const statements = await repeated(when, async (attempt) => {
      const refund = await attempt(`/finance/invoices/${invoice.id}/refunds`, {
        scope: 'amount',
        amount_minor: '100',
        confirm_minor: '100',
        reason: 'service_failure',
        note: 'It did not work.',
      });
      made += 1;
      expect(await count('billing.refunds where invoice_id = $1', invoice.id)).toBe(made);
      expect(
        await count(`platform.outbox_events where payload->>'refund_id' = $1 and type = 'refund.requested'`, refund.id),
      ).toBe(1);
      await world.get(SendRefund).execute(refund.id);
    });
    expect(statements).toBeGreaterThan(10);
  });

  it.each(['before', 'after'] as const)('issue a credit note once, %s it', async (when) => {
    const statements = await repeated(when, async (attempt) => {
      const invoice = await world.issued([{ amountMinor: 4_900n }], 'pm_card_chargeCustomerFail');
      await attempt(`/finance/invoices/${invoice.id}/credit-notes`, {
        scope: 'full',
        reason: 'service_failure',
        note: 'It did not work.',
      });
      expect(await count('billing.credit_notes where invoice_id = $1', invoice.id)).toBe(1);
    });
    expect(statements).toBeGreaterThan(10);
  });
});
