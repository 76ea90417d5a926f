import { hours, PayoutWorld } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();

describe('Case 03: the processor answers 500 and stores that answer under the key', () => {
  it('a transfer that was made all the same is found by its group and adopted at once', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('500');
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.attempts(payoutId)).toHaveLength(1);
  });

  it('without a transfer the key is reused for 23 hours, and only after a look-up another one is taken', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('500-empty');
    await expect(world.send(payoutId)).rejects.toThrow('no transfer yet');
    await world.advance(hours(22));
    await expect(world.send(payoutId)).rejects.toThrow('no transfer yet');
    expect(await world.attempts(payoutId)).toHaveLength(1);
    await world.advance(hours(1));
    await expect(world.send(payoutId)).rejects.toThrow('no transfer yet');
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect((await world.attempts(payoutId)).map((a) => a.state)).toEqual(['void', 'accepted']);
  });

  it('another transfer in the group is not adopted, and the run stops', async () => {
    const { payoutId, run, author } = await world.onePayout();
    await world.transferInDashboard(payoutId, author.accountId!, 4_999);
    await world.fault('500-empty');
    await expect(world.send(payoutId)).rejects.toThrow('differs');
    expect(await world.run(run.id)).toMatchObject({ state: 'executing', paused: true });
    expect((await world.payoutNow(run, author)).state).toBe('sending');
  });
});
