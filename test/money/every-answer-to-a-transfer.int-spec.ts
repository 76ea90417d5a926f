import { TransferGateway } from '@portal/stripe-gateway';
import { PayoutWorld } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();

const resume = (runId: string): Promise<{ status: number }> =>
  world.post(world.preparer, `/finance/payout-runs/${runId}/resume`, {});
const keys = async (payoutId: string): Promise<string[]> =>
  (await world.attempts(payoutId)).map((one) => `${one.state} ${one.idempotency_key.replace(payoutId, '')}`);

/** The request of the first attempt once more, as it would leave again under its key. */
function again(payoutId: string, run: { id: string }, destination: string): Promise<unknown> {
  return world.stripe.transfers.create(
    {
      amount: 5_000,
      currency: 'usd',
      destination,
      transfer_group: `po_${payoutId}`,
      metadata: { run_id: run.id, payout_id: payoutId, attempt: '1' },
    },
    { idempotencyKey: `po_${payoutId}_1` },
  );
}

describe('an error that has no rule', () => {
  it.each(['400', '404'])(
    '%s is stored under the key, so that another key is taken after the repair',
    async (fault) => {
      const { payoutId, run, author } = await world.onePayout();
      await world.fault(fault);
      await world.send(payoutId);
      expect(await world.run(run.id)).toMatchObject({ state: 'executing', paused: true });
      expect(await keys(payoutId)).toEqual(['rejected po__1']);
      // Nothing is tried before a person resumes the run.
      await world.send(payoutId);
      expect(await keys(payoutId)).toEqual(['rejected po__1']);
      // The cause is gone, and the processor still repeats its answer for that key.
      await expect(again(payoutId, run, author.accountId!)).rejects.toThrow('not possible for your platform');
      expect((await resume(run.id)).status).toBe(200);
      await world.send(payoutId);
      expect(await keys(payoutId)).toEqual(['rejected po__1', 'accepted po__2']);
      await world.expectPaidOnce(payoutId, run.id);
      await world.expectBooksBalance();
    },
  );

  it('does not hide an existing transfer: it is adopted, and no other key is taken', async () => {
    const { payoutId, run, author } = await world.onePayout();
    const { id } = await world.transferInDashboard(payoutId, author.accountId!, 5_000);
    // Made while the request was on its way: the look before it has not shown it.
    jest.spyOn(world.get(TransferGateway), 'findTransfersTo').mockResolvedValueOnce({ kind: 'found', transfers: [] });
    await world.fault('400');
    await world.send(payoutId);
    expect(await keys(payoutId)).toEqual(['accepted po__1']);
    expect((await world.payoutNow(run, author)).transfer_id).toBe(id);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('keeps its key while the processor cannot be asked whether it moved money', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('400');
    jest
      .spyOn(world.get(TransferGateway), 'findTransfersByGroup')
      .mockRejectedValueOnce(new Error('the processor does not answer'));
    await expect(world.send(payoutId)).rejects.toThrow('does not answer');
    expect(await keys(payoutId)).toEqual(['sending po__1']);
    expect((await resume(run.id)).status).toBe(200);
    // Its stored answer comes again; now nothing is in the group, and the key is given up.
    await world.send(payoutId);
    expect(await keys(payoutId)).toEqual(['rejected po__1']);
    expect((await resume(run.id)).status).toBe(200);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });
});

describe('an error that is stored nowhere', () => {
  it.each(['401', '403'])('%s stops the run, which continues with the same key after the repair', async (fault) => {
    const { payoutId, run } = await world.onePayout();
    await world.fault(fault);
    await expect(world.send(payoutId)).rejects.toThrow('misconfigured');
    expect(await world.run(run.id)).toMatchObject({ state: 'executing', paused: true });
    expect(await keys(payoutId)).toEqual(['sending po__1']);
    expect((await resume(run.id)).status).toBe(200);
    await world.send(payoutId);
    expect(await keys(payoutId)).toEqual(['accepted po__1']);
    await world.expectPaidOnce(payoutId, run.id);
  });
});

describe('the look-up before a transfer', () => {
  it('sends nothing when the processor does not answer it, and is made again with the next delivery', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('500-empty', 1, { method: 'GET' });
    await expect(world.send(payoutId)).rejects.toThrow();
    expect(await world.transfersOf(payoutId)).toEqual([]);
    await world.send(payoutId);
    expect(await keys(payoutId)).toEqual(['accepted po__1']);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('waits when it is rate limited, and the payout is made by the same delivery', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('429', 2, { method: 'GET' });
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('accepts no transfer of another amount: the run stops and nothing is sent', async () => {
    const { payoutId, run, author } = await world.onePayout();
    await world.transferInDashboard(payoutId, author.accountId!, 4_999);
    await expect(world.send(payoutId)).rejects.toThrow('differs from the payout');
    expect(await world.run(run.id)).toMatchObject({ state: 'executing', paused: true });
    expect(await world.transfersOf(payoutId)).toHaveLength(1);
  });

  it('ignores transfers of the dashboard and fully reversed ones', async () => {
    const { payoutId, run, author } = await world.onePayout();
    const by = { amount: 100, currency: 'usd', destination: author.accountId! };
    await world.stripe.transfers.create(by);
    const named = await world.stripe.transfers.create({ ...by, metadata: { payout_id: 'nobody' } });
    await world.stripe.transfers.createReversal(named.id);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });
});
