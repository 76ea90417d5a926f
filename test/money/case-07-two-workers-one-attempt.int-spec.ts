import { randomUUID } from 'node:crypto';
import { CallPace } from '@portal/stripe-gateway';
import { PayoutWorld } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();

/** A sender that is stopped where it waits for its slot, with its lease taken and nothing sent yet. */
async function heldSender(payoutId: string, delivery?: string) {
  let release = (): void => undefined;
  let arrived = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrived = resolve));
  const gate = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(world.get(CallPace), 'wait').mockImplementationOnce(() => {
    arrived();
    return gate;
  });
  const sending = world.send(payoutId, delivery);
  await reached;
  return { sending, release };
}

describe('Case 07: two concurrent workers on one attempt', () => {
  it('a second worker has to wait while the first one holds the lease', async () => {
    const { payoutId, run } = await world.onePayout();
    const first = await heldSender(payoutId);
    await expect(world.send(payoutId)).rejects.toThrow('in other hands');
    first.release();
    await first.sending;
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('a 409 of the processor means that the request is still running; the same key is sent again', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('409');
    await expect(world.send(payoutId)).rejects.toThrow('in_flight');
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.attempts(payoutId)).toHaveLength(1);
  });

  it('a worker that slept past its lease sends nothing', async () => {
    const { payoutId, run } = await world.onePayout();
    const sleeper = await heldSender(payoutId);
    await world.query(`update payouts.payout_attempts set lease_until = clock_timestamp() where payout_id = $1`, [
      payoutId,
    ]);
    sleeper.release();
    await expect(sleeper.sending).rejects.toThrow('nothing is sent');
    expect(await world.transfersOf(payoutId)).toHaveLength(0);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('a worker that slept while another has taken over the attempt sends nothing', async () => {
    const { payoutId, run } = await world.onePayout();
    const delivery = randomUUID();
    const sleeper = await heldSender(payoutId, delivery);
    // The same delivery comes again only when its worker is considered dead.
    const other = await heldSender(payoutId, delivery);
    sleeper.release();
    await expect(sleeper.sending).rejects.toThrow('nothing is sent');
    expect(await world.transfersOf(payoutId)).toHaveLength(0);
    other.release();
    await other.sending;
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('a worker that slept until the key is too old sends nothing', async () => {
    const { payoutId, run } = await world.onePayout();
    const sleeper = await heldSender(payoutId);
    await world.advance(23 * 3_600_000);
    sleeper.release();
    await expect(sleeper.sending).rejects.toThrow('nothing is sent');
    await expect(world.send(payoutId)).rejects.toThrow('no transfer yet');
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('three concurrent workers make one transfer', async () => {
    const { payoutId, run } = await world.onePayout();
    await Promise.allSettled([world.send(payoutId), world.send(payoutId), world.send(payoutId)]);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });
});
