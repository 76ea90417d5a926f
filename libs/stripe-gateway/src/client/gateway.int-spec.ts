import 'reflect-metadata';
import { Test, type TestingModule } from '@nestjs/testing';
import { PlatformModule } from '@portal/platform';
import { Database, Transactor } from '@portal/platform/database';
import { createSandbox, type Sandbox } from '../../../../apps/stripe-sandbox/src/sandbox.js';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';
import { eventually } from '../../../../test/support/test-timeout.js';
import {
  ConnectGateway,
  PaymentGateway,
  SandboxControl,
  SettlementCurrencies,
  StripeGatewayCoreModule,
  TransferGateway,
  type ChargeInput,
  type TransferInput,
} from '../index.js';
import { classify } from './classify.js';
import { controlSandbox, sandboxStripe } from '../../../../test/support/money/sandbox-control.js';

const dayMs = 86_400_000;
let database: TestDatabase;
let sandbox: Sandbox;
let app: TestingModule;
let payments: PaymentGateway;
let transfers: TransferGateway;
let connect: ConnectGateway;
let serial = 0;
const fresh = (what: string) => `${what}_${(serial += 1)}`;

const appWith = (environment: NodeJS.ProcessEnv) =>
  Test.createTestingModule({
    imports: [PlatformModule.forRoot(testConfig(database.url, environment), 'test'), StripeGatewayCoreModule],
  }).compile();

/** Another application on the same sandbox or on none, closed after `work`. */
async function withApp(environment: NodeJS.ProcessEnv, work: (other: TestingModule) => Promise<void>): Promise<void> {
  const other = await appWith(environment);
  try {
    await work(other);
  } finally {
    await other.close();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await createSandbox({ databaseUrl: database.url });
  app = await appWith({ STRIPE_API_BASE: sandbox.url });
  payments = app.get(PaymentGateway);
  transfers = app.get(TransferGateway);
  connect = app.get(ConnectGateway);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  await database.drop();
});

const control = (path: string, body: object) => controlSandbox(sandbox.url, path, body);

describe('currencies in which the account settles', () => {
  const settles = async (...currencies: string[]) => {
    const sql =
      'select array_agg(stripe_gateway.settles(one) order by at) as found from unnest($1::text[]) with ordinality x (one, at)';
    return (await app.get(Database).query<{ found: boolean[] }>(sql, [currencies]))[0]!.found;
  };

  it('are looked up, and again before one is refused; before that none is', async () => {
    const currencies = app.get(SettlementCurrencies);
    expect(await settles('usd', 'eur')).toEqual([true, true]);
    await currencies.refresh();
    expect(await settles('usd', 'eur')).toEqual([true, false]);
    await control('/settlement', { currencies: ['eur'] });
    await currencies.lookAgain('usd');
    expect(await settles('usd', 'eur')).toEqual([true, false]);
    await currencies.lookAgain('eur');
    expect(await settles('usd', 'eur', 'jpy')).toEqual([true, true, false]);
    await app.get(Database).query(`insert into stripe_gateway.settlement_currencies values ('gbp')`);
    await withApp({ STRIPE_API_BASE: 'http://127.0.0.1:9' }, async (other) => {
      await other.get(SettlementCurrencies).lookAgain('jpy');
      await expect(other.get(SettlementCurrencies).refresh()).rejects.toMatchObject({
        code: 'payment_provider_unavailable',
      });
    });
    expect(await settles('usd', 'gbp', 'jpy')).toEqual([true, true, false]);
    await currencies.refresh();
    expect(await settles('usd', 'eur', 'gbp')).toEqual([true, true, false]);
  });
});
const fault = (kind: string, path: string, times = 1) => control('/faults', { kind, path, times });
const sdk = (more: object = {}) => sandboxStripe(sandbox, more);

async function tenant(card = 'pm_card_visa') {
  const reference = fresh('tenant');
  const { customerId } = await payments.ensureCustomer({
    idempotencyKey: `cus_${reference}`,
    reference,
    name: 'Tenant',
    email: `${reference}@example.com`,
  });
  const saved = await payments.attachPaymentMethod({
    idempotencyKey: `pm_${reference}`,
    customerId,
    paymentMethod: card,
  });
  if (saved.kind !== 'saved') throw new Error(`not saved: ${saved.kind}`);
  return { customerId, paymentMethodId: saved.paymentMethodId };
}

const invoice = (
  payer: { customerId: string; paymentMethodId: string },
  more: Partial<ChargeInput> = {},
): ChargeInput => {
  const id = fresh('inv');
  return {
    idempotencyKey: `pay_${id}_1`,
    ...payer,
    amountMinor: 4_900n,
    currency: 'usd',
    transferGroup: id,
    metadata: { invoice_id: id },
    ...more,
  };
};

async function payableAccount(): Promise<string> {
  const { accountId } = await connect.createAccount(author());
  await control(`/accounts/${accountId}`, { capability: 'active' });
  return accountId;
}
const author = () => {
  const reference = fresh('org');
  return {
    idempotencyKey: `acct_${reference}`,
    reference,
    email: 'author@example.com',
    displayName: 'Author',
    country: 'US',
    entityType: 'individual' as const,
  };
};
const payout = (destination: string, more: Partial<TransferInput> = {}): TransferInput => {
  const id = fresh('po');
  return {
    idempotencyKey: `${id}_1`,
    amountMinor: 100n,
    currency: 'usd',
    destination,
    transferGroup: id,
    metadata: { payout_id: id },
    ...more,
  };
};
const topUp = (amount: number) => sdk().topups.create({ amount, currency: 'usd' });

describe('charging a tenant', () => {
  it('charges a saved card off session, and returns the fee and the day of availability', async () => {
    const input = invoice(await tenant());
    const outcome = await payments.chargeOffSession(input);
    expect(outcome).toMatchObject({
      kind: 'succeeded',
      paymentIntentId: expect.stringMatching(/^pi_/),
      chargeId: expect.stringMatching(/^ch_/),
      balanceTransactionId: expect.stringMatching(/^txn_/),
      amountMinor: 4_900n,
      currency: 'usd',
      feeMinor: 172n,
      refundedMinor: 0n,
      transferGroup: input.transferGroup,
      metadata: input.metadata,
    });
    if (outcome.kind !== 'succeeded') return;
    expect(outcome.availableAt.getTime()).toBeGreaterThan(Date.now());
    expect(await payments.chargeOffSession(input)).toEqual(outcome);
    expect(await payments.findPayment(outcome.paymentIntentId)).toEqual(outcome);
    const { kind: _kind, ...charge } = outcome;
    expect(await payments.findChargesByGroup(input.transferGroup)).toEqual([charge]);
  });

  it('creates one customer for one reference, also when its key has expired', async () => {
    const input = { reference: fresh('tenant'), name: 'Same', email: 'same@example.com' };
    const first = await payments.ensureCustomer({ ...input, idempotencyKey: 'same_1' });
    await control('/clock', { advance_ms: dayMs });
    expect(await payments.ensureCustomer({ ...input, idempotencyKey: 'same_1' })).toEqual(first);
    expect(
      await payments.ensureCustomer({ ...input, reference: fresh('tenant'), idempotencyKey: 'same_2' }),
    ).not.toEqual(first);
  });

  it('treats a decline as definitive for its key, and a new key charges again', async () => {
    const payer = await tenant('pm_card_chargeCustomerFail');
    const input = invoice(payer);
    const outcome = await payments.chargeOffSession(input);
    expect(outcome).toMatchObject({
      kind: 'declined',
      code: 'generic_decline',
      paymentIntentId: expect.stringMatching(/^pi_/),
    });
    expect(await payments.chargeOffSession(input)).toEqual(outcome);
    if (outcome.kind !== 'declined') return;
    expect(await payments.findPayment(outcome.paymentIntentId ?? '')).toMatchObject({
      kind: 'declined',
      code: 'generic_decline',
    });
    expect(await payments.findChargesByGroup(input.transferGroup)).toEqual([]);
    const better = await payments.attachPaymentMethod({
      idempotencyKey: fresh('pm'),
      customerId: payer.customerId,
      paymentMethod: 'pm_card_mastercard',
    });
    expect(better).toMatchObject({ kind: 'saved', brand: 'mastercard', last4: '4444' });
    if (better.kind !== 'saved') return;
    const again = { ...input, idempotencyKey: `${input.idempotencyKey}b`, paymentMethodId: better.paymentMethodId };
    expect(await payments.chargeOffSession(again)).toMatchObject({ kind: 'succeeded' });
  });

  it('returns requires_action for a bank that requires the holder, at saving and at charging', async () => {
    const { customerId } = await tenant();
    const attach = (paymentMethod: string) =>
      payments.attachPaymentMethod({ idempotencyKey: fresh('pm'), customerId, paymentMethod });
    expect(await attach('pm_card_authenticationRequiredOnSetup')).toEqual({ kind: 'requires_action' });
    const charged = invoice({ customerId, paymentMethodId: 'pm_card_authenticationRequired' });
    const outcome = await payments.chargeOffSession(charged);
    expect(outcome).toMatchObject({ kind: 'requires_action', paymentIntentId: expect.stringMatching(/^pi_/) });
    expect(await attach('pm_card_chargeDeclined')).toMatchObject({ kind: 'declined', code: 'generic_decline' });
    expect(await attach('pm_never_made')).toMatchObject({ kind: 'declined', code: 'resource_missing' });
  });

  it.each([
    ['a customer that is gone', { customerId: 'cus_gone' }, { kind: 'declined', code: 'resource_missing' }],
    ['a method that is gone', { paymentMethodId: 'pm_gone' }, { kind: 'declined', code: 'resource_missing' }],
    ['an amount below the smallest', { amountMinor: 49n }, { kind: 'declined', code: 'amount_too_small' }],
    ['a currency that is none', { currency: 'xxz' }, { kind: 'refused' }],
  ])('reports %s as such', async (_what, change, expected) => {
    expect(await payments.chargeOffSession(invoice(await tenant(), change))).toMatchObject(expected);
  });

  it('returns undefined for a payment that was never made', async () => {
    expect(await payments.findPayment('pi_nothing')).toBeUndefined();
    expect(await payments.findChargesByGroup('inv_nothing')).toEqual([]);
  });
});

describe('an answer without an outcome', () => {
  it.each([
    ['a cut after execution that the SDK mends', 'drop-after', 1, { kind: 'succeeded' }, 1],
    ['cuts after execution', 'drop-after', 2, { kind: 'unknown', reason: 'connection' }, 1],
    ['cuts before execution', 'drop-before', 2, { kind: 'unknown', reason: 'connection' }, 0],
    ['a stored 500 of an executed payment', '500', 1, { kind: 'unknown', reason: 'server_error' }, 1],
    ['a stored 500 of nothing', '500-empty', 1, { kind: 'unknown', reason: 'server_error' }, 0],
    ['a rate limit', '429', 1, { kind: 'rate_limited', retryAfterMs: 1_000 }, 0],
    ['a twin in flight', '409', 1, { kind: 'in_flight' }, 0],
  ])('is classified: %s', async (_what, kind, times, expected, charges) => {
    const input = invoice(await tenant());
    await fault(kind, '/v1/payment_intents', times);
    expect(await payments.chargeOffSession(input)).toMatchObject(expected);
    expect(await payments.findChargesByGroup(input.transferGroup)).toHaveLength(charges);
    // The same key later never creates a second one, and completes what was not stored.
    const again = await payments.chargeOffSession(input);
    expect(again.kind).toBe(kind.startsWith('500') ? 'unknown' : 'succeeded');
    expect((await payments.findChargesByGroup(input.transferGroup)).length).toBe(kind === '500-empty' ? 0 : 1);
  });

  it('is unknown with its own reason after a time-out', async () => {
    const before = await transfers.availableBalance('usd');
    await control('/faults', { kind: 'delay', path: '/v1/topups', delay_ms: 5_000 });
    const error: unknown = await sdk({ timeout: 1_000, maxNetworkRetries: 0 })
      .topups.create({ amount: 100, currency: 'usd' })
      .catch((caught: unknown) => caught);
    expect(classify(error)).toMatchObject({ kind: 'unknown', reason: 'timeout' });
    // It is created after all, and must not disturb another test.
    await eventually(
      'the top-up',
      () => transfers.availableBalance('usd'),
      ({ availableMinor }) => availableMinor === before.availableMinor + 100n,
    );
  });

  it('is a conflict caused by us when other parameters use a known key', async () => {
    const input = invoice(await tenant());
    await payments.chargeOffSession(input);
    expect(await payments.chargeOffSession({ ...input, amountMinor: 5_000n })).toMatchObject({
      kind: 'idempotency_conflict',
    });
    expect(await payments.findChargesByGroup(input.transferGroup)).toHaveLength(1);
  });

  it('is misconfigured for writes with a wrong key, and throws for reads', async () => {
    await withApp({ STRIPE_API_BASE: sandbox.url, STRIPE_SECRET_KEY: 'sk_test_another_one' }, async (other) => {
      const outcome = await other.get(TransferGateway).createTransfer(payout('acct_any'));
      expect(outcome).toMatchObject({ kind: 'misconfigured', code: 'http_401' });
      await expect(other.get(TransferGateway).availableBalance('usd')).rejects.toMatchObject({
        code: 'payment_provider_misconfigured',
      });
    });
  });

  it('is unknown for writes while the provider is unavailable, and throws for reads', async () => {
    await withApp({ STRIPE_API_BASE: 'http://127.0.0.1:9' }, async (other) => {
      const outcome = await other.get(TransferGateway).createTransfer(payout('acct_any'));
      expect(outcome).toMatchObject({ kind: 'unknown', reason: 'connection' });
      await expect(other.get(ConnectGateway).retrieveAccount('acct_any')).rejects.toMatchObject({
        code: 'payment_provider_unavailable',
        status: 503,
      });
    });
  });
});

describe('paying an author', () => {
  it('is possible after onboarding, and the account lists its requirements until then', async () => {
    const { accountId } = await connect.createAccount(author());
    const before = await connect.retrieveAccount(accountId);
    expect(before).toMatchObject({ accountId, country: 'US', payable: false, capability: 'restricted', closed: false });
    expect(before?.requirements).toContainEqual({
      code: 'configuration.recipient.default_outbound_destination',
      awaiting: 'user',
      status: 'currently_due',
      deadlineAt: null,
    });
    const link = await connect.createOnboardingLink({
      idempotencyKey: fresh('link'),
      accountId,
      returnUrl: 'http://127.0.0.1:3000/back',
      refreshUrl: 'http://127.0.0.1:3000/again',
    });
    expect(link.url.startsWith(sandbox.url)).toBe(true);
    const done = await fetch(link.url, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
    expect(done.headers.get('location')).toBe('http://127.0.0.1:3000/back');
    expect(await connect.retrieveAccount(accountId)).toMatchObject({ payable: true, requirements: [] });
    await control(`/accounts/${accountId}`, { closed: true });
    expect(await connect.retrieveAccount(accountId)).toMatchObject({ payable: false, closed: true });
    expect(await connect.retrieveAccount('acct_nobody')).toBeUndefined();
    await expect(connect.createAccount({ ...author(), country: 'Switzerland' })).rejects.toMatchObject({
      code: 'payment_provider_refused',
    });
  });

  it('makes a transfer once per key, which is found by its group', async () => {
    await topUp(1_000);
    const input = payout(await payableAccount());
    const before = await transfers.availableBalance('usd');
    const outcome = await transfers.createTransfer(input);
    expect(outcome).toMatchObject({
      kind: 'made',
      transferId: expect.stringMatching(/^tr_/),
      balanceTransactionId: expect.stringMatching(/^txn_/),
      amountMinor: 100n,
      reversedMinor: 0n,
      destination: input.destination,
      metadata: input.metadata,
    });
    expect(await transfers.createTransfer(input)).toEqual(outcome);
    if (outcome.kind !== 'made') return;
    const { kind: _kind, ...made } = outcome;
    expect(await transfers.findTransfersByGroup(input.transferGroup)).toEqual([made]);
    expect(await transfers.findTransfer(made.transferId)).toEqual(made);
    expect(await transfers.findTransfer('tr_nothing')).toBeUndefined();
    expect((await transfers.availableBalance('usd')).availableMinor).toBe(before.availableMinor - 100n);
    expect(await transfers.availableBalance('jpy')).toEqual({ availableMinor: 0n, pendingMinor: 0n });
  });

  it('with too little money is definitive for the key, and succeeds with the next key after a top-up', async () => {
    const { availableMinor } = await transfers.availableBalance('usd');
    const input = payout(await payableAccount(), { amountMinor: availableMinor + 1n });
    expect(await transfers.createTransfer(input)).toMatchObject({ kind: 'insufficient' });
    await topUp(1_000);
    expect(await transfers.createTransfer(input)).toMatchObject({ kind: 'insufficient' });
    expect(await transfers.createTransfer({ ...input, idempotencyKey: fresh('next') })).toMatchObject({ kind: 'made' });
  });

  it('is refused as such for a destination that cannot receive', async () => {
    await topUp(1_000);
    const refusedFor = async (destination: string) => {
      const outcome = await transfers.createTransfer(payout(destination));
      return outcome.kind === 'destination_refused' ? outcome.code : outcome.kind;
    };
    expect(await refusedFor('acct_nobody')).toBe('resource_missing');
    expect(await refusedFor((await connect.createAccount(author())).accountId)).toBe(
      'insufficient_capabilities_for_transfer',
    );
    const closed = await payableAccount();
    await control(`/accounts/${closed}`, { closed: true });
    expect(await refusedFor(closed)).toBe('account_closed');
  });

  it.each([
    ['drop-after', 2, 'unknown', 1, 'made'],
    ['drop-before', 2, 'unknown', 0, 'made'],
    ['500', 1, 'unknown', 1, 'unknown'],
    ['429', 1, 'rate_limited', 0, 'made'],
    ['409', 1, 'in_flight', 0, 'made'],
  ])('can be repeated after %s, as its group shows whether it was made', async (kind, times, first, made, then) => {
    await topUp(1_000);
    const input = payout(await payableAccount());
    await fault(kind, '/v1/transfers', times);
    expect((await transfers.createTransfer(input)).kind).toBe(first);
    expect(await transfers.findTransfersByGroup(input.transferGroup)).toHaveLength(made);
    expect((await transfers.createTransfer(input)).kind).toBe(then);
    expect(await transfers.findTransfersByGroup(input.transferGroup)).toHaveLength(1);
  });
});

describe('accounts over the older API', () => {
  it('are created, verified, restricted and closed as over the newer one', async () => {
    await withApp({ STRIPE_API_BASE: sandbox.url, STRIPE_ACCOUNTS: 'v1' }, async (older) => {
      const v1 = older.get(ConnectGateway);
      const { accountId } = await v1.createAccount({ ...author(), country: 'de', entityType: 'company' });
      const urls = { returnUrl: 'http://127.0.0.1/back', refreshUrl: 'http://127.0.0.1/again' };
      const link = await v1.createOnboardingLink({ idempotencyKey: fresh('link'), accountId, ...urls });
      expect(link.url).toMatch(/^http/);
      const before = await v1.retrieveAccount(accountId);
      expect(before).toMatchObject({ country: 'DE', payable: false, closed: false });
      expect(before!.requirements.length).toBeGreaterThan(0);
      await control(`/accounts/${accountId}`, { capability: 'active' });
      expect(await v1.retrieveAccount(accountId)).toMatchObject({ payable: true, requirements: [] });
      await control(`/accounts/${accountId}`, { capability: 'restricted' });
      expect((await v1.retrieveAccount(accountId))!.payable).toBe(false);
      expect(await v1.retrieveAccount('acct_none')).toBeUndefined();
    });
  });
});

describe('guards of the gateway', () => {
  it('refuse a call while a database transaction is open', async () => {
    const input = payout('acct_any');
    await expect(app.get(Transactor).run(() => transfers.createTransfer(input))).rejects.toThrow(
      'inside a database transaction',
    );
    expect(await transfers.findTransfersByGroup(input.transferGroup)).toEqual([]);
  });

  it('refuse a write without a key of ours, or with an invalid amount', async () => {
    await expect(transfers.createTransfer(payout('acct_any', { idempotencyKey: '' }))).rejects.toThrow(
      'idempotency key',
    );
    await expect(transfers.createTransfer(payout('acct_any', { amountMinor: 0n }))).rejects.toThrow('positive');
    await expect(transfers.createTransfer(payout('acct_any', { amountMinor: -1n }))).rejects.toThrow('positive');
    const events = await sdk().events.list({ limit: 100, types: ['payment_intent.succeeded', 'transfer.created'] });
    const keys = events.data.map((event) => event.request?.idempotency_key ?? '');
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key === '' || key.startsWith('stripe-node-retry'))).toEqual([]);
  });
});

describe('the sandbox clock', () => {
  const offset = async () => {
    const answer = await fetch(`${sandbox.url}/_sandbox/clock`);
    return ((await answer.json()) as { offset_ms: number }).offset_ms;
  };

  it('follows ours, and does not move back when it is ahead already', async () => {
    const clock = app.get(SandboxControl);
    const start = await offset();
    await clock.setClockOffset(start + dayMs);
    expect(await offset()).toBe(start + dayMs);
    await clock.setClockOffset(start);
    expect(await offset()).toBe(start + dayMs);
    await clock.advanceClock(5_000);
    expect(await offset()).toBe(start + dayMs + 5_000);
  });

  it('reports when the sandbox cannot be reached, and is absent where there is none', async () => {
    await withApp({ STRIPE_API_BASE: 'http://127.0.0.1:9' }, async (away) => {
      await expect(away.get(SandboxControl).setClockOffset(1)).rejects.toMatchObject({
        code: 'payment_provider_unavailable',
      });
    });
    await withApp({ STRIPE_API_BASE: '' }, async (none) => {
      await expect(none.get(SandboxControl).setClockOffset(1)).resolves.toBeUndefined();
    });
  });
});
