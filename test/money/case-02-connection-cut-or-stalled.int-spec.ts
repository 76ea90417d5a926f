import { SendPayout } from '../../libs/payouts/src/transfers/send-payout.js';
import { PayoutWorld } from '../support/money/payout-world.js';
import { TransferGateway } from '@portal/stripe-gateway';

const world = PayoutWorld.forTests();

describe('Case 02: the connection to the processor is cut, stalls, or cannot be made', () => {
  it('a connection cut after the processor has executed: the same key returns the same transfer', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('drop-after', 2);
    await expect(world.send(payoutId)).rejects.toThrow('not known');
    expect((await world.attempts(payoutId))[0]!.state).toBe('unknown');
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.attempts(payoutId)).toHaveLength(1);
  });

  it('a connection cut once: the retry of the SDK under the same key pays once', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('drop-after', 1);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('a connection cut before the processor has executed: the request is sent again under the same key', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('drop-before', 2);
    await expect(world.send(payoutId)).rejects.toThrow('not known');
    expect(await world.transfersOf(payoutId)).toHaveLength(0);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.attempts(payoutId)).toHaveLength(1);
  });

  it('a stall longer than our timeout leaves the outcome unknown, and the same key is used until it is known', async () => {
    const { payoutId, run } = await world.onePayout();
    const impatient = await world.app.anotherInstance({
      STRIPE_API_BASE: world.sandbox.url,
      STRIPE_TIMEOUT_MS: '2000',
    });
    await world.stalled(async () => {
      await expect(impatient.get(SendPayout).execute(payoutId)).rejects.toThrow();
      expect((await world.attempts(payoutId))[0]!.state).toBe('unknown');
    });
    await impatient.close();
    // The stalled request may still be running: then its duplicate is told to wait, and is sent again.
    const settled = async (): Promise<boolean> =>
      (await world.run(run.id)).payouts.find((p) => p.id === payoutId)!.state === 'settled';

    for (let tries = 0; tries < 200 && !(await settled()); tries++) await world.send(payoutId).catch(() => undefined);
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.attempts(payoutId)).toHaveLength(1);
  });

  it('a host name that cannot be resolved leaves the outcome unknown and loses nothing', async () => {
    const { payoutId, run } = await world.onePayout();
    const lost = await world.app.anotherInstance({ STRIPE_API_BASE: 'http://processor.invalid' });
    const outcome = await lost.get(TransferGateway).createTransfer({
      idempotencyKey: 'key-of-nobody',
      amountMinor: 1n,
      currency: 'usd',
      destination: 'acct_1',
      transferGroup: 'po_x',
      metadata: {},
    });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'connection' });
    // Nothing is sent while the processor cannot be asked what was paid already.
    await expect(lost.get(SendPayout).execute(payoutId)).rejects.toThrow('temporarily unavailable');
    await lost.close();
    expect(await world.transfersOf(payoutId)).toEqual([]);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });
});
