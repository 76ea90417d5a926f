import { randomUUID } from 'node:crypto';
import type { Page } from '@portal/kernel';
import { PayoutWorld, type PaidAuthor, type RunResult } from '../../../../test/support/money/payout-world.js';
import type { UnpaidNoteView } from './http/payouts.view.js';

jest.setTimeout(300_000);

describe('why an author was not paid', () => {
  const world = PayoutWorld.forTests();

  const history = async (who: PaidAuthor, query = ''): Promise<Page<UnpaidNoteView>> =>
    (await world.read<Page<UnpaidNoteView>>(who.session, `/author/unpaid/history?${query}`)).data;
  const ofRun = async ({ id }: RunResult): Promise<UnpaidNoteView[]> =>
    (await world.read<Page<UnpaidNoteView>>(world.approver, `/finance/payout-runs/${id}/unpaid`)).data.items;
  const hold = (orgId: string, basisPoints: number) =>
    world.post(world.preparer, '/finance/payout-holds', {
      ...{ org_id: orgId, kind: 'review', basis_points: basisPoints, reason: 'We are looking at your account.' },
    });

  it('is asked only of a run that there is', async () => {
    const none = await world.read(world.approver, `/finance/payout-runs/${randomUUID()}/unpaid`);
    expect(none).toMatchObject({ status: 404, error: 'payout_run_not_found' });
  });

  it('is noted on every pay day: all reasons at once, each with its figure, who acts and when it is looked at again', async () => {
    const [who, paid] = [await world.author({ account: 'none' }), await world.author()];
    await hold(who.orgId, 5_000);
    await world.earn(who.orgId, 2_000n);
    await world.earn(paid.orgId, 9_000n);
    const run = await world.executing();
    const reasons = [
      { reason: 'held_review', amount_minor: '1000', who_acts: 'finance', note: 'We are looking at your account.' },
      { reason: 'below_minimum', amount_minor: '1000', who_acts: 'nobody', note: 'The minimum payout is 25.00 USD.' },
      { reason: 'no_account', amount_minor: '1000', who_acts: 'author', date_kind: 'looked_at' },
    ];
    const note = { run_id: run.id, month: run.month, org_id: who.orgId, currency: 'usd', paid_minor: '0', reasons };
    expect((await history(who)).items).toMatchObject([note]);
    expect(Date.parse((await history(who)).items[0]!.pay_day)).toBe(Date.parse(run.executed_at!));
    const notes = await ofRun(run);
    expect(notes.filter(({ org_id }) => org_id === who.orgId)).toMatchObject([{ ...note, author: who.name }]);
    expect(notes.filter(({ org_id }) => org_id === paid.orgId)).toEqual([]);
    // Kept when the reasons have gone, and the next pay day has a note of its own: what the hold keeps.
    await world.send(world.payoutOf(run, paid).id);
    await world.post(who.session, '/author/payout-account');
    await world.verifyNewest(who);
    await world.earn(who.orgId, 6_000n);
    const next = await world.executing();
    await world.send(world.payoutOf(next, who).id);
    const [newest, older] = (await history(who)).items;
    expect(newest).toMatchObject({ run_id: next.id, paid_minor: '3500' });
    expect(newest!.reasons.map(({ reason, amount_minor }) => [reason, amount_minor])).toEqual([
      ['held_review', '3500'],
      ['held_review', '1000'],
    ]);
    expect(older).toMatchObject(note);
    const page = await history(who, 'limit=1');
    expect((await history(who, `limit=1&cursor=${page.next_cursor}`)).items).toEqual([older]);
    expect((await history(paid)).items).toEqual([]);
  });

  it('names also money that is in no balance, and is not shown to the author before the pay day', async () => {
    const who = await world.author();
    await world.bookMadeUp({
      kind: 'invoice_issued',
      legs: [
        { account: { code: 'tenant_receivable', currency: 'eur' }, amountMinor: 700n },
        { account: { code: 'author_pending', ownerId: who.orgId, currency: 'eur' }, amountMinor: -700n },
      ],
    });
    const { id } = await world.prepared();
    // Of a run that was computed again, what the earlier computation noted does not count.
    expect((await world.post(world.preparer, `/finance/payout-runs/${id}/recompute`)).status).toBe(200);
    const run = await world.run(id);
    expect((await ofRun(run)).find(({ org_id }) => org_id === who.orgId)).toMatchObject({
      ...{ currency: 'eur', reasons: [{ reason: 'awaiting_payment', amount_minor: '700', who_acts: 'tenant' }] },
    });
    expect((await history(who)).items).toEqual([]);
    await world.approve(run);
    await world.execute(run);
    expect((await history(who)).items).toMatchObject([{ run_id: run.id, currency: 'eur' }]);
  });

  it('is kept of a payout that failed on its day and was paid by a retry', async () => {
    const who = await world.author();
    await world.earn(who.orgId, 5_000n);
    const run = await world.executing();
    await world.control(`/accounts/${who.accountId!}`, { capability: 'restricted' });
    await world.post(who.session, '/author/payout-account/refresh');
    await world.send(world.payoutOf(run, who).id);
    const failed = { reason: 'account_not_ready', amount_minor: '5000', who_acts: 'author' };
    expect((await history(who)).items).toMatchObject([{ paid_minor: '0', reasons: [{ ...failed, paid_at: null }] }]);
    await world.verifyNewest(who);
    expect((await world.post(world.preparer, `/finance/payout-runs/${run.id}/retry-failed`)).status).toBe(202);
    await world.send(world.payoutOf(run, who).id);
    const paid = { ...failed, paid_at: expect.stringMatching(/Z$/) as string };
    expect((await history(who)).items).toMatchObject([{ run_id: run.id, paid_minor: '5000', reasons: [paid] }]);
  });
});
