import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { IssueRefund } from '../../libs/billing/src/refunds/issue-refund.js';
import { RequestClose } from '../../libs/billing/src/invoicing/request-close.js';
import { FINANCE, SELLER } from '../support/money/billing.js';
import { CollectingWorld } from '../support/money/collecting.js';
import { scopeOf, WHY } from '../support/money/going-back.js';
import { workerSettings } from '../support/config.js';
import { TwoWorkers } from '../support/processes/two-workers.js';
import { WorkerProcess } from '../support/processes/worker-process.js';
import { until } from '../support/test-timeout.js';

/** Every failpoint of the two flows in the source, so that a new one is covered too. */
function failpoints(): string[] {
  const names = readdirSync('libs/billing/src', { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join('libs/billing/src', file), 'utf8').matchAll(
        /\bfailpoint\('((?:tax|refund)\.[a-z_]+)'\)/g,
      ),
    ])
    .map(([, name]) => name!);
  return [...new Set(names)];
}

describe('A worker killed at every step of taxing, refunding and reversing tax', () => {
  const names = failpoints();
  const world = CollectingWorld.forTests();
  let directory: string;
  beforeAll(async () => {
    await world.policy('tax', { provider: 'stripe_tax', table: [] }, new Date('2015-01-01T00:00:00Z'));
    await world.policy('operator_identity', SELLER);
    directory = mkdtempSync(path.join(tmpdir(), 'killed-'));
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
  });

  /** A tenant that used a Drive for a month, and can pay for it. */
  async function used(month: string, next: string): Promise<{ tenantId: string; orgId: string }> {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    await world.inGermany(tenantId);
    await world.card(tenantId, 'pm_card_bypassPending');
    const activatedAt = new Date(`${month}-01T00:00:00Z`);
    const { installId } = await world.billing.activate({ tenantId, orgId, activatedAt });
    const endedAt = new Date(`${next}-01T00:00:00Z`);
    await world.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt });
    return { tenantId, orgId };
  }

  const invoicesOf = (tenantId: string) =>
    world.billing.db.query<{ id: string; state: string; tax: string; tax_transaction_id: string | null }>(
      'select id, state, tax, tax_transaction_id from billing.invoices where tenant_id = $1',
      [tenantId],
    );
  const refund = async (invoiceId: string): Promise<string> => {
    const asked = { invoiceId, scope: scopeOf(1_000n), ...WHY };
    const { refundId } = await world.get(IssueRefund).execute(FINANCE, asked);
    return refundId;
  };

  it(`has each of them done once: ${names.join(', ')}`, async () => {
    expect(names.length).toBeGreaterThanOrEqual(8);
    const month = '2015-03';
    const { tenantId, orgId } = await used(month, '2015-04');

    const armed = path.join(directory, 'failpoints');
    writeFileSync(armed, names.join('\n'));
    const left = (): string[] => readFileSync(armed, 'utf8').split('\n').filter(Boolean);
    let killed = 0;
    let printed = '';
    /** Starts a worker whenever the last one was killed, until `holds`. */
    async function supervised(holds: () => Promise<boolean>): Promise<void> {
      const worker = await WorkerProcess.start(world.billing.database.url, {
        ...workerSettings(),
        STRIPE_API_BASE: world.sandboxUrl,
        FAILPOINT: `@${armed}`,
      });
      let ended: number | NodeJS.Signals | undefined;
      void worker.ended.then((how) => (ended = how));
      let outcome = false;
      await until(
        async () => ended !== undefined || (outcome = await holds()),
        () => worker.printed,
      );
      if (outcome) {
        await worker.stop();
        // The last step of all may kill it when the outcome is there.
        if (ended === 'SIGKILL') killed += 1;
        return;
      }
      printed += worker.printed;
      if (ended !== 'SIGKILL')
        throw new Error(`${ended ?? 'nothing'} happened, ${left().join(', ')} left:\n${printed}`);
      killed += 1;
      return supervised(holds);
    }

    await world.get(RequestClose).execute(FINANCE, month);
    const invoices = () => invoicesOf(tenantId);
    await supervised(async () => (await invoices())[0]?.state === 'paid');
    const [invoice] = await invoices();
    expect([invoice!.tax, left().includes('tax.chunk')]).toEqual(['931', false]);
    const refundId = await refund(invoice!.id);
    const reversals = () =>
      world.billing.db.query<{ net: string; tax: string; state: string }>(
        'select net, tax, state from billing.tax_reversals',
      );
    await supervised(async () => (await reversals())[0]?.state === 'reversed' && left().length === 0);
    expect([killed, left()]).toEqual([names.length, []]);

    expect(await reversals()).toEqual([{ net: '840', tax: '160', state: 'reversed' }]);
    expect(
      await world.billing.db.query('select state, amount, covered from billing.refunds where id = $1', [refundId]),
    ).toEqual([{ state: 'succeeded', amount: '1000', covered: '1000' }]);
    // At the processor: one refund, one sale with its tax, one reversal.
    const { rows } = await world.billing.owner.query<{ kind: string; n: string }>(
      `select kind || coalesce(' ' || (data->>'type'), '') as kind, count(*) as n from stripe_sandbox.objects where kind in ('refund', 'tax.transaction') group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { kind: 'refund', n: '1' },
      { kind: 'tax.transaction reversal', n: '1' },
      { kind: 'tax.transaction transaction', n: '1' },
    ]);
    // 840 × 70 % = 588 of 3430 went back.
    expect(await world.balance('author_payable', orgId)).toBe(3_430n - 588n);
    expect(await world.proves()).toBe(true);
  });

  it('is replaced while it is frozen (SIGSTOP), and charge and refund are made once', async () => {
    const { tenantId, orgId } = await used('2015-04', '2015-05');
    const two = await TwoWorkers.start(world.billing.database.url, { STRIPE_API_BASE: world.sandboxUrl });
    try {
      const invoices = () => invoicesOf(tenantId);
      await two.takenOver(
        'charge.sent',
        () => world.get(RequestClose).execute(FINANCE, '2015-04'),
        async () => (await invoices())[0]?.state === 'paid',
      );
      const { id } = (await invoices())[0]!;
      let refundId = '';
      const state = () =>
        world.billing.db.query<{ state: string }>('select state from billing.refunds where id = $1', [refundId]);
      await two.takenOver(
        'refund.answer_read',
        async () => (refundId = await refund(id)),
        async () => (await state())[0]?.state === 'succeeded',
      );
      // One attempt each, under one key, and the provider has one object for it.
      const attempts = await world.billing.db.query<{ key: string; state: string }>(
        `select idempotency_key as key, state from billing.payments where invoice_id = $1
         union all select idempotency_key, state from billing.refund_attempts where refund_id = $2`,
        [id, refundId],
      );
      expect(attempts.map((attempt) => attempt.state)).toEqual(['succeeded', 'made']);
      const { rows } = await world.billing.owner.query(
        `select kind, count(*)::int as n from stripe_sandbox.objects
         where kind in ('payment_intent', 'refund') and data->'metadata'->>'invoice_id' = $1 group by 1 order by 1`,
        [id],
      );
      expect(rows).toEqual([
        { kind: 'payment_intent', n: 1 },
        { kind: 'refund', n: 1 },
      ]);
      expect(await world.balance('author_payable', orgId)).toBe(3_430n - 588n);
      expect(await world.proves()).toBe(true);
    } finally {
      await two.stop();
    }
  });
});
