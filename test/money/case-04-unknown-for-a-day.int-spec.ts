import { hours, PayoutWorld } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();

describe('Case 04: the outcome stays unknown for 25 hours', () => {
  it('an existing transfer is adopted and nothing is sent', async () => {
    const { payoutId, run, author } = await world.onePayout();
    await world.fault('drop-after', 2);
    await expect(world.send(payoutId)).rejects.toThrow('not known');
    const [part] = (await world.payoutNow(run, author)).unpaid;
    expect(part).toMatchObject({ reason: 'outcome_unknown', amount_minor: '5000' });
    // The state is shown with the instant at which it is looked up.
    expect(Date.parse(part!.expected_at!) - Date.now()).toBeGreaterThan(hours(22));
    await world.advance(hours(25));
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.attempts(payoutId)).toHaveLength(1);
  });

  it('without a transfer a new key is used, only after the look-up', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('drop-before', 2);
    await expect(world.send(payoutId)).rejects.toThrow('not known');
    await world.advance(hours(25));
    await expect(world.send(payoutId)).rejects.toThrow('no transfer');
    expect(await world.transfersOf(payoutId)).toHaveLength(0);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect((await world.attempts(payoutId)).map((a) => a.idempotency_key)).toEqual([
      `po_${payoutId}_1`,
      `po_${payoutId}_2`,
    ]);
  });
});
