import { Agent, request } from 'node:http';
import type Stripe from 'stripe';
import { whileStalled } from '../../../test/support/processes/stalled-processor.js';
import { charge, dayMs, payableAccount, payer, refusal, Harness } from './harness.js';

const harness = Harness.forTests();
let destination: string;
beforeAll(async () => {
  destination = await payableAccount(harness);
});

const transfer = (key: string, group: string, amount = 100) =>
  harness.stripe.transfers.create(
    { amount, currency: 'usd', destination, transfer_group: group },
    { idempotencyKey: key },
  );
const countOf = async (group: string) => (await harness.stripe.transfers.list({ transfer_group: group })).data.length;
const topUp = (amount: number) => harness.stripe.topups.create({ amount, currency: 'usd' });

describe('idempotency keys', () => {
  it('replay the first answer and make one object', async () => {
    await topUp(1_000);
    const first = await transfer('k1', 'g1');
    const second = await transfer('k1', 'g1');
    expect(second).toEqual(first);
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
      'idempotency-key': 'k1',
    });
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    expect(await countOf('g1')).toBe(1);
  });

  it('refuse other parameters or another endpoint under a used key', async () => {
    await topUp(1_000);
    await transfer('k2', 'g2', 100);
    expect(await refusal(transfer('k2', 'g2', 101))).toMatchObject({ type: 'StripeIdempotencyError', status: 400 });
    expect(await refusal(harness.stripe.customers.create({}, { idempotencyKey: 'k2' }))).toMatchObject({
      type: 'StripeIdempotencyError',
    });
    expect(await countOf('g2')).toBe(1);
  });

  it('replay a stored refusal although the balance would suffice by now', async () => {
    const { available } = await harness.stripe.balance.retrieve();
    const amount = (available[0]?.amount ?? 0) + 500;
    expect(await refusal(transfer('k3', 'g3', amount))).toMatchObject({ code: 'balance_insufficient' });
    await topUp(1_000);
    expect(await refusal(transfer('k3', 'g3', amount))).toMatchObject({ code: 'balance_insufficient' });
    expect(await countOf('g3')).toBe(0);
    await transfer('k3b', 'g3', amount);
    expect(await countOf('g3')).toBe(1);
  });

  it('replay a decline without a second charge', async () => {
    const from = await payer(harness.stripe, 'pm_card_chargeCustomerFail');
    const pay = () => refusal(charge(harness.stripe, from, 900, { transfer_group: 'inv_declined' }, 'k4'));
    const [first, second] = [await pay(), await pay()];
    expect(second.raw['payment_intent']).toEqual(first.raw['payment_intent']);
    expect((await harness.stripe.charges.list({ transfer_group: 'inv_declined' })).data).toHaveLength(1);
  });

  it('are not used up by a request whose parameters are refused', async () => {
    await topUp(100);
    const wrong = { amount: 100, currency: 'usd', destination, transfer_group: 'g5', colour: 'red' };
    expect(
      await refusal(harness.stripe.transfers.create(wrong as Stripe.TransferCreateParams, { idempotencyKey: 'k5' })),
    ).toMatchObject({ code: 'parameter_unknown', param: 'colour' });
    await transfer('k5', 'g5');
    expect(await countOf('g5')).toBe(1);
  });

  it('answer 409 while the first request is running, and its result afterwards', async () => {
    await topUp(1_000);
    const slow = await whileStalled(harness.databaseUrl, async (held) => {
      const first = transfer('k6', 'g6');
      await held();
      expect(await refusal(transfer('k6', 'g6'))).toMatchObject({ status: 409, code: 'idempotency_key_in_use' });
      return { first };
    });
    const made = await slow.first;
    expect((await transfer('k6', 'g6')).id).toBe(made.id);
    expect(await countOf('g6')).toBe(1);
  });

  it('are forgotten after 24 hours of the emulated clock and then execute again', async () => {
    await topUp(1_000);
    await transfer('k7', 'g7');
    await harness.control('/clock', { advance_ms: dayMs - 60_000 });
    await transfer('k7', 'g7');
    expect(await countOf('g7')).toBe(1);
    await harness.control('/clock', { advance_ms: 60_000 });
    await transfer('k7', 'g7');
    expect(await countOf('g7')).toBe(2);
  });

  it('of more than 255 characters are refused', async () => {
    expect(await refusal(transfer('k'.repeat(256), 'g8'))).toMatchObject({ status: 400 });
  });
});

describe('the control plane', () => {
  it.each([
    ['/faults', { kind: 'earthquake', path: '/v1/transfers' }],
    ['/faults', { kind: '429', path: 'v1/transfers' }],
    ['/faults', { kind: '429', path: '/v1/transfers', times: 0 }],
    ['/faults', { kind: '429', path: '/v1/transfers', colour: 'red' }],
    ['/clock', { advance_ms: -1 }],
    ['/clock', { advance_ms: 1.5 }],
    ['/clock', { offset_ms: 0 }],
    ['/clock', {}],
    ['/accounts/acct_nobody', { closed: true }],
  ])('refuses %s %j', async (path, body) => {
    await expect(harness.control(path, body)).rejects.toThrow(/error/);
  });

  it('refuses pages of other sites: a foreign host name, or a content type that needs no preflight', async () => {
    const ask = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(
          {
            host: '127.0.0.1',
            port: harness.sandbox.port,
            path: '/_sandbox/clock',
            method: 'POST',
            headers,
            agent: new Agent(),
          },
          (answer) => resolve(answer.resume().statusCode ?? 0),
        );
        sent.on('error', reject).end('{"advance_ms":1}');
      });
    const json = { 'content-type': 'application/json' };
    expect(await ask({ ...json, host: 'evil.example' })).toBe(401);
    expect(await ask({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(400);
    expect(await ask({ ...json, host: 'sandbox.internal', authorization: 'Bearer sk_test_sandbox' })).toBe(200);
    expect(await ask(json)).toBe(200);
  });
});
