import { randomUUID } from 'node:crypto';
import type { ApprovalDetailView } from '@portal/approvals';
import { Ledger } from '@portal/ledger';
import { Database, Transactor } from '@portal/platform/database';
import type { TestApp } from '../../../../test/support/http/http-app.js';
import { CollectingWorld, type PaidInvoice } from '../../../../test/support/money/collecting.js';
import { ChargeInvoice } from '../collection/charge-invoice.js';
import { writeOffLegs } from '../collection/payment-legs.js';
import { AnswerDispute } from '../disputes/answer-dispute.js';
import { SyncDispute } from '../disputes/sync-dispute.js';
import type {
  DisputeDetailView,
  FinanceInvoiceAdjustmentsView,
  RefundDetailView,
  RefundPreviewView,
} from './http/adjustments.view.js';
import { SendRefund } from './send-refund.js';

let app: TestApp;
const world = CollectingWorld.forTests();
let [preparer, approver] = ['', ''];
beforeAll(async () => {
  app = await world.http();
  [preparer, approver] = [await app.demo('finance-preparer'), await app.demo('finance-approver')];
});

const WHY = { reason: 'service_failure', note: 'It did not work.' };
type Asked = RefundDetailView & FinanceInvoiceAdjustmentsView & { approval_id?: string };
const post = (url: string, body: object, as = preparer) => app.ask<Asked>(as, 'POST', url, body);
const part = (minor: number) => ({ scope: 'amount', amount_minor: String(minor) });
const refund = ({ id }: { id: string }, minor: number) =>
  post(`/finance/invoices/${id}/refunds`, { ...part(minor), confirm_minor: String(minor), ...WHY });
const shown = async ({ id }: { id: string }) =>
  (await app.ask<FinanceInvoiceAdjustmentsView>(preparer, 'GET', `/finance/invoices/${id}/adjustments`)).data;
const approval = async (id: string | undefined) =>
  (await app.ask<ApprovalDetailView>(approver, 'GET', `/approvals/${id}`)).data;
const decide = async (id: string | undefined, as = approver) =>
  app.ask(as, 'POST', `/approvals/${id}/approve`, { digest: (await approval(id)).digest });
const made = (invoice: PaidInvoice) =>
  world.billing.db.query<{ id: string; amount: string; approval_id: string | null; requested_by_name: string }>(
    'select id, amount, approval_id, requested_by_name from billing.refunds where invoice_id = $1 order by created_at',
    [invoice.id],
  );

describe('a refund above the limit of one person', () => {
  it('is announced in the preview, waits with every balance shown, and is made as proposed in the proposer’s name', async () => {
    const invoice = await world.paid([{ amountMinor: 60_000n }, { amountMinor: 10_000n }]);
    const preview = (minor: number) =>
      app.ask<RefundPreviewView>(preparer, 'POST', `/finance/invoices/${invoice.id}/refund-preview`, part(minor));
    const alone = { alone_up_to_minor: '50000' };
    expect((await preview(50_000)).data).toMatchObject({ ...alone, needs_second_person: false });
    expect((await preview(50_001)).data).toMatchObject({ ...alone, needs_second_person: true });

    const asked = await refund(invoice, 50_001);
    expect(asked).toMatchObject({ status: 202, data: { approval_id: expect.any(String) } });
    expect(await refund(invoice, 50_002)).toMatchObject({ status: 409, error: 'approval_open' });
    expect([await made(invoice), await shown(invoice)]).toMatchObject([[], { refunded_minor: '0', ...alone }]);
    const waiting = await approval(asked.data.approval_id);
    expect(waiting).toMatchObject({ kind: 'give_back', subject_id: invoice.id, amount_minor: '50001', warnings: [] });
    expect(waiting.effects).toEqual([expect.stringContaining('500.01')]);
    const [tenant, ...authors] = waiting.balances;
    expect(tenant).toMatchObject({ before_minor: '0', after_minor: '50001' });
    for (const { author, line } of invoice.lines.map((line) => ({ line, author: authors.map((one) => one.account) })))
      expect(author).toContain(line.orgId);
    for (const { before_minor: before, after_minor: after } of authors)
      expect(BigInt(after)).toBeLessThan(BigInt(before));

    expect(await decide(asked.data.approval_id, preparer)).toMatchObject({
      status: 403,
      error: 'approval_same_person',
    });
    expect(await decide(asked.data.approval_id)).toMatchObject({ status: 200, data: { state: 'approved' } });
    const [stored] = await made(invoice);
    expect(stored).toMatchObject({ amount: '50001', approval_id: asked.data.approval_id });
    expect(stored!.requested_by_name).toBe(waiting.proposed_by);
    expect(await world.billing.events('refund.requested')).toContainEqual({ refund_id: stored!.id });
    await world.get(SendRefund).execute(stored!.id);
    for (const { account, after_minor: after } of authors)
      expect((await world.balance('author_payable', account)).toString()).toBe(after);
    // What two people gave back does not count.
    expect(await refund(invoice, 19_999)).toMatchObject({ status: 201, data: { amount_minor: '19999' } });
  });

  it('is detected when split into parts, also concurrent ones, until 30 days have passed', async () => {
    const [invoice, other] = [
      await world.paid([{ amountMinor: 90_000n }]),
      await world.paid([{ amountMinor: 40_000n }]),
    ];
    // Both are the same customer's.
    await world.billing.owner.query(
      `begin; set local session_replication_role = 'replica';
       update billing.invoices set tenant_id = '${invoice.tenantId}' where id = '${other.id}'; commit`,
    );
    const both = await Promise.all([refund(invoice, 30_000), refund(other, 30_000)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 202]);
    const again = both[0].status === 201 ? other : invoice;
    expect(await shown(again)).toMatchObject({ alone_up_to_minor: '20000' });
    await app.ask(
      preparer,
      'POST',
      `/approvals/${both.find(({ status }) => status === 202)!.data.approval_id}/withdraw`,
      {},
    );
    await world.later(31);
    [preparer, approver] = [await app.demo('finance-preparer'), await app.demo('finance-approver')];
    expect(await refund(again, 30_000)).toMatchObject({ status: 201 });
  });

  it('is refused with its reason when the invoice has changed meanwhile', async () => {
    const invoice = await world.paid([{ amountMinor: 60_000n }]);
    const asked = await refund(invoice, 60_000);
    const small = await refund(invoice, 1);
    await world.get(SendRefund).execute(small.data.id);
    expect((await approval(asked.data.approval_id)).warnings).toEqual([expect.stringContaining('599.99 USD left')]);
    expect(await decide(asked.data.approval_id)).toMatchObject({ status: 409, error: 'adjustment_too_large' });
    expect(await made(invoice)).toHaveLength(1);
  });

  it('applies to the refund of a double payment too', async () => {
    const invoice = await world.paid([{ amountMinor: 60_000n }]);
    await world.paidTwice(invoice, 'much');
    const body = { note: 'Paid twice.', confirm_minor: '60000' };
    const asked = await post(`/finance/invoices/${invoice.id}/surplus-refunds`, body);
    expect(asked).toMatchObject({ status: 202, data: { approval_id: expect.any(String) } });
    expect(await decide(asked.data.approval_id)).toMatchObject({ status: 200 });
    expect(await made(invoice)).toMatchObject([{ amount: '60000', approval_id: asked.data.approval_id }]);
  });
});

describe('a credit note above the limit of one person', () => {
  it('waits and cancels exactly what was approved', async () => {
    const invoice = await world.issued([{ amountMinor: 60_000n }]);
    const cancel = (body: object) => post(`/finance/invoices/${invoice.id}/credit-notes`, { ...body, ...WHY });
    expect(await cancel(part(100))).toMatchObject({
      status: 201,
      data: { open_minor: '59900', alone_up_to_minor: '49900' },
    });
    const asked = await cancel({ scope: 'full' });
    expect(asked).toMatchObject({ status: 202, data: { approval_id: expect.any(String) } });
    expect((await approval(asked.data.approval_id)).balances).toMatchObject([
      { before_minor: '59900', after_minor: '0' },
      { account: invoice.lines[0]!.orgId, after_minor: '0' },
    ]);
    expect(await decide(asked.data.approval_id)).toMatchObject({ status: 200 });
    const { open_minor: open, credit_notes: notes } = await shown(invoice);
    expect([open, notes.map((note) => note.total_minor).sort()]).toEqual(['0', ['100', '59900']]);
  });
});

const disputed = async (invoice: PaidInvoice) => {
  const { id } = await world.control('/disputes', { payment_intent: invoice.paymentIntentId });
  await world.get(SyncDispute).execute(id as string);
  const [row] = await world.billing.db.query<{ id: string }>(
    'select id from billing.disputes where provider_dispute_id = $1',
    [id],
  );
  return `/finance/disputes/${row!.id}`;
};
const state = async (url: string) => (await app.ask<DisputeDetailView>(preparer, 'GET', url)).data;

describe('a dispute that is accepted', () => {
  it('is lost at once when one person may give back the amount', async () => {
    const url = await disputed(await world.paid([{ amountMinor: 20_000n }]));
    expect(await post(`${url}/accept`, {})).toMatchObject({ status: 200, data: { status: 'lost' } });
    expect(await state(url)).toMatchObject({ accepted_at: expect.any(String), alone_up_to_minor: '30000' });
  });

  it('waits for a second person above the limit, and is sent to the bank only after the approval', async () => {
    const invoice = await world.paid([{ amountMinor: 60_000n }]);
    const url = await disputed(invoice);
    const asked = await post(`${url}/accept`, {});
    expect(asked).toMatchObject({ status: 202, data: { approval_id: expect.any(String) } });
    expect(await state(url)).toMatchObject({ accepted_at: null, status: 'needs_response', answerable: true });
    const { balances, effects } = await approval(asked.data.approval_id);
    expect(effects).toEqual([expect.stringContaining('600.00')]);
    expect(balances).toMatchObject([
      { before_minor: '0', after_minor: '60000' },
      { account: invoice.lines[0]!.orgId, after_minor: '0' },
    ]);
    const { id } = await state(url);
    await world.get(AnswerDispute).sendAcceptance(id);
    const forged = world.billing.db.query(
      `update billing.disputes set accepted_at = platform.portal_now(), amount = 1, version = version + 1 where id = $1`,
      [id],
    );
    await expect(forged).rejects.toMatchObject({ driverError: { constraint: 'disputes_second_person' } });
    expect(await decide(asked.data.approval_id, preparer)).toMatchObject({ error: 'approval_same_person' });
    expect(await decide(asked.data.approval_id)).toMatchObject({ status: 200, data: { state: 'approved' } });
    expect(await world.billing.events('dispute.accepted')).toContainEqual({ dispute_id: id, invoice_id: invoice.id });
    // Stored and not yet sent: no other answer is sent to the bank.
    expect(await post(`${url}/evidence`, { text: 'It was delivered.' })).toMatchObject({
      status: 409,
      error: 'dispute_not_answerable',
    });
    await world.get(AnswerDispute).sendAcceptance(id);
    expect(await state(url)).toMatchObject({ status: 'lost', phase: 'lost', alone_up_to_minor: '50000' });
  });
});

describe('what waits for a second person', () => {
  it('is superseded at once when the invoice is paid or credited in full, or the bank decides', async () => {
    const invoice = await world.issued([{ amountMinor: 60_000n }]);
    const cancelled = await post(`/finance/invoices/${invoice.id}/credit-notes`, { scope: 'full', ...WHY });
    await world.get(ChargeInvoice).execute(invoice.id);
    const emptied = await world.issued([{ amountMinor: 100n }]);
    await world.billing.owner.query(`update billing.invoices set state = 'past_due' where id = $1`, [emptied.id]);
    const given = { data: { approval_id: await world.proposeWriteOff(emptied.id) } };
    expect(await post(`/finance/invoices/${emptied.id}/credit-notes`, { scope: 'full', ...WHY })).toMatchObject({
      status: 201,
    });
    const url = await disputed(await world.paid([{ amountMinor: 60_000n }]));
    const accepted = await post(`${url}/accept`, {});
    const { provider_dispute_id: id } = await state(url);
    await world.control(`/disputes/${id}`, { outcome: 'won' });
    await world.get(SyncDispute).execute(id);
    for (const { data } of [cancelled, given, accepted])
      expect(await approval(data.approval_id)).toMatchObject({ state: 'superseded', decided_by: null });
  });
});

describe('the database role of the api', () => {
  it('cannot write more than one person may without an approval of the same content', async () => {
    const invoice = await world.paid([{ amountMinor: 90_000n }]);
    const write = (amount: number, more: Record<string, string> = {}) =>
      app.get(Database).query(
        `insert into billing.refunds (id, invoice_id, payment_id, origin, scope, reason, note, amount, currency, requested_by_name
           ${Object.keys(more)
             .map((name) => `, ${name}`)
             .join('')})
         select gen_random_uuid(), $1, p.id, 'portal', 'amount', 'other', 'Mine.', $2, p.currency, 'Nobody'
           ${Object.values(more)
             .map((value) => `, '${value}'`)
             .join('')} from billing.payments p where p.invoice_id = $1`,
        [invoice.id, amount],
      );
    const violates = (constraint: string) =>
      expect.objectContaining({ driverError: expect.objectContaining({ constraint }) });
    await expect(write(50_001)).rejects.toEqual(violates('refunds_second_person'));
    await expect(write(1, { created_at: '2010-01-01' })).rejects.toEqual(violates('refunds_second_person'));
    await expect(write(10, { approval_id: randomUUID() })).rejects.toEqual(violates('refunds_approval_id_fkey'));
    await write(30_000);
    const failed = `update billing.refunds set state = 'failed', ended_at = now(), version = version + 1 where invoice_id = $1`;
    await expect(app.get(Database).query(failed, [invoice.id])).rejects.toEqual(violates('refunds_refused'));
    // With an id of the provider it fails, and counts: nothing was booked and taken back.
    await app.get(Database).query(failed.replace('set', `set provider_refund_id = 're_made_up',`), [invoice.id]);
    await expect(write(30_000)).rejects.toEqual(violates('refunds_second_person'));
    await world.billing.owner.query(
      `begin; set local session_replication_role = 'replica'; delete from billing.refunds where invoice_id = '${invoice.id}'; commit`,
    );
    const { data } = await refund(invoice, 60_000);
    const waiting = { approval_id: data.approval_id! };
    await expect(write(60_000, waiting)).rejects.toEqual(violates('refunds_by_approval'));
    await decide(data.approval_id);
    await expect(write(60_000, waiting)).rejects.toEqual(violates('refunds_approval_once'));
  });

  const APPROVE = `update approvals.approvals a set state = 'approved', decided_by_name = 'Second', decided_at = platform.portal_now(),
    decided_by = (select user_id from identity.role_grants where role = 'finance' and user_id <> a.proposed_by limit 1) where id = `;

  it('uses an approval in the one table that it names', async () => {
    const { data } = await refund(await world.paid([{ amountMinor: 60_000n }]), 60_000);
    const { owner } = world.billing;
    for (const type of ['credit_note', 'dispute', 'refund']) {
      await owner.query(
        `begin; set local session_replication_role = 'replica';
         update approvals.approvals set payload = payload || '{"type": "${type}"}' where id = '${data.approval_id}';
         set local session_replication_role = 'origin'; set local role portal_app; set local portal.actor = 'nobody';
         ${APPROVE} '${data.approval_id}'`,
      );
      const made = owner.query(
        `insert into billing.refunds (id, invoice_id, payment_id, origin, scope, reason, note, amount, currency, requested_by_name, approval_id)
         select gen_random_uuid(), x.invoice_id, x.payment_id, 'portal', x.scope, x.reason, x.note, x.amount, x.currency, 'Nobody', a.id
         from approvals.approvals a, jsonb_populate_record(null::billing.refunds, a.payload) x where a.id = $1`,
        [data.approval_id],
      );
      if (type === 'refund') expect(await made).toMatchObject({ rowCount: 1 });
      else await expect(made).rejects.toMatchObject({ constraint: 'refunds_by_approval' });
      await owner.query('rollback');
    }
  });

  it('posts of a write-off exactly what was approved', async () => {
    const invoice = await world.issued([{ amountMinor: 60_000n }]);
    await world.billing.owner.query(`update billing.invoices set state = 'past_due' where id = $1`, [invoice.id]);
    const id = await world.proposeWriteOff(invoice.id);
    const { orgId, authorMinor: shareMinor } = invoice.lines[0]!;
    const source = { sourceType: 'invoice', sourceId: invoice.id } as const;
    const book = (minor: bigint) =>
      app.get(Transactor).run(async (tx) => {
        await tx.query(`${APPROVE} $1`, [id]);
        const legs = writeOffLegs(minor, 'usd', [{ orgId: orgId!, shareMinor }]);
        const posting = { kind: 'write_off', idempotencyKey: `writeoff:${invoice.id}`, ...source, legs } as const;
        await app.get(Ledger).post(tx, { ...posting, effectiveAt: tx.now });
      });
    for (const minor of [59_999n, 60_001n])
      await expect(book(minor)).rejects.toMatchObject({ driverError: { constraint: 'ledger_second_person' } });
    await book(60_000n);
  });
});
