import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';

/** Where the scenarios are played: the emulator, or a test account at the provider itself. */
export interface Stage {
  readonly stripe: Stripe;
  /** A connected account that may receive transfers; undefined when there is none to use. */
  destination(): Promise<string | undefined>;
  /** Makes at least this much available on the platform's balance, in usd. */
  fund(amount: number): Promise<void>;
}

/** One thing that must be the same in both places; throws when it is not. */
export interface Scenario {
  readonly name: string;
  readonly needsDestination?: boolean;
  run(stage: Stage): Promise<void>;
}

const noRedirects = { enabled: true, allow_redirects: 'never' } as const;
const key = (): string => `scenario-${randomUUID()}`;

function expectThat(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

function same(found: unknown, wanted: unknown, what: string): void {
  expectThat(
    JSON.stringify(found) === JSON.stringify(wanted),
    `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`,
  );
}

async function refusal(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}

async function payer(stripe: Stripe, card: string): Promise<{ customer: string; method: string }> {
  const customer = await stripe.customers.create({ name: 'Scenario', email: `scenario-${randomUUID()}@example.com` });
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: card,
    confirm: true,
    usage: 'off_session',
    automatic_payment_methods: noRedirects,
  });
  same(intent.status, 'succeeded', 'the card is saved');
  return { customer: customer.id, method: intent.payment_method as string };
}

const offSession = (from: { customer: string; method: string }, amount: number): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: 'usd',
  customer: from.customer,
  payment_method: from.method,
  off_session: true,
  confirm: true,
  capture_method: 'automatic',
  automatic_payment_methods: noRedirects,
  metadata: { invoice_id: randomUUID() },
  expand: ['latest_charge.balance_transaction'],
});

/** What we rely on, in the order a month needs it. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'metadata is merged, an empty value drops its key',
    async run({ stripe }) {
      const made = await stripe.customers.create({ name: 'Scenario', metadata: { a: '1', b: '2' } });
      const after = await stripe.customers.update(made.id, { metadata: { a: '', c: '3' } });
      same(Object.entries(after.metadata).sort(), Object.entries({ b: '2', c: '3' }).sort(), 'metadata');
    },
  },
  {
    name: 'an unknown parameter, a missing one and an ill-typed one are refused by name',
    async run({ stripe }) {
      const unknown = await refusal(stripe.customers.create({ colour: 'red' } as Stripe.CustomerCreateParams));
      same([unknown.statusCode, unknown.code, unknown.param], [400, 'parameter_unknown', 'colour'], 'unknown');
      const missing = await refusal(
        stripe.transfers.create({ amount: 100, currency: 'usd' } as Stripe.TransferCreateParams),
      );
      same([missing.statusCode, missing.code, missing.param], [400, 'parameter_missing', 'destination'], 'missing');
      const illTyped = await refusal(
        stripe.customers.create({ balance: 'lots' } as unknown as Stripe.CustomerCreateParams),
      );
      same([illTyped.statusCode, illTyped.code], [400, 'parameter_invalid_integer'], 'ill-typed');
    },
  },
  {
    name: 'a saved card is charged off session and the fee is known at once',
    async run({ stripe }) {
      const from = await payer(stripe, 'pm_card_visa');
      const intent = await stripe.paymentIntents.create(offSession(from, 4_200), { idempotencyKey: key() });
      same(intent.status, 'succeeded', 'the payment');
      const charge = intent.latest_charge as Stripe.Charge;
      const entry = charge.balance_transaction as Stripe.BalanceTransaction;
      same([charge.amount, charge.paid, entry.amount, entry.type], [4_200, true, 4_200, 'charge'], 'the charge');
      expectThat(entry.fee > 0 && entry.net === entry.amount - entry.fee, 'net = amount - fee');
      expectThat(entry.available_on >= charge.created, 'it becomes available after it was made');
    },
  },
  {
    name: 'a card that refuses later charges: 402 with the payment intent in it',
    async run({ stripe }) {
      const from = await payer(stripe, 'pm_card_chargeCustomerFail');
      const error = await refusal(stripe.paymentIntents.create(offSession(from, 1_000), { idempotencyKey: key() }));
      same([error.type, error.statusCode, error.code], ['StripeCardError', 402, 'card_declined'], 'the refusal');
      expectThat(error.payment_intent?.id.startsWith('pi_') === true, 'the intent rides along');
    },
  },
  {
    name: 'a card that asks for its holder is refused off session',
    async run({ stripe }) {
      const from = await stripe.customers.create({ name: 'Scenario' });
      const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: from.id });
      const error = await refusal(
        stripe.paymentIntents.create(offSession({ customer: from.id, method: method.id }, 1_000), {
          idempotencyKey: key(),
        }),
      );
      same([error.statusCode, error.code], [402, 'authentication_required'], 'the refusal');
    },
  },
  {
    name: 'the same key and body give the same answer, another body an error',
    async run({ stripe }) {
      const idempotencyKey = key();
      const from = await payer(stripe, 'pm_card_visa');
      const body = offSession(from, 2_000);
      const first = await stripe.paymentIntents.create(body, { idempotencyKey });
      const again = await stripe.paymentIntents.create(body, { idempotencyKey });
      same(again.id, first.id, 'the payment');
      same(again.lastResponse.headers['idempotent-replayed'], 'true', 'the answer says that it is a repeat');
      const other = await refusal(stripe.paymentIntents.create({ ...body, amount: 2_001 }, { idempotencyKey }));
      same([other.type, other.statusCode], ['StripeIdempotencyError', 400], 'another body');
    },
  },
  {
    name: 'a refusal by the network is repeated under its key, and a new key asks again',
    async run({ stripe }) {
      const from = await payer(stripe, 'pm_card_chargeCustomerFail');
      const idempotencyKey = key();
      const body = offSession(from, 1_500);
      const first = await refusal(stripe.paymentIntents.create(body, { idempotencyKey }));
      const again = await refusal(stripe.paymentIntents.create(body, { idempotencyKey }));
      const fresh = await refusal(stripe.paymentIntents.create(body, { idempotencyKey: key() }));
      same(again.payment_intent?.id, first.payment_intent?.id, 'the repeat');
      expectThat(fresh.payment_intent?.id !== first.payment_intent?.id, 'a new key is a new attempt');
    },
  },
  {
    name: 'a payment is refunded in part, then whole, and no further',
    async run({ stripe }) {
      const from = await payer(stripe, 'pm_card_visa');
      const intent = await stripe.paymentIntents.create(offSession(from, 3_000), { idempotencyKey: key() });
      const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 1_000 }, { idempotencyKey: key() });
      same([part.amount, part.currency], [1_000, 'usd'], 'the first part');
      const rest = await stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: key() });
      same(rest.amount, 2_000, 'the rest');
      const error = await refusal(stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: key() }));
      same([error.statusCode, error.code], [400, 'charge_already_refunded'], 'once more');
    },
  },
  {
    name: 'a charge is found by its group',
    async run({ stripe }) {
      const group = `inv_${randomUUID()}`;
      const from = await payer(stripe, 'pm_card_visa');
      const intent = await stripe.paymentIntents.create(
        { ...offSession(from, 1_100), transfer_group: group },
        { idempotencyKey: key() },
      );
      const found = await stripe.charges.list({ transfer_group: group });
      same(
        found.data.map((one) => one.payment_intent),
        [intent.id],
        'the group',
      );
    },
  },
  {
    name: 'a transfer to nobody is refused by the name of its parameter',
    async run({ stripe }) {
      const error = await refusal(
        stripe.transfers.create(
          { amount: 100, currency: 'usd', destination: 'acct_1000000000000000' },
          { idempotencyKey: key() },
        ),
      );
      same([error.statusCode, error.code], [400, 'resource_missing'], 'the refusal');
    },
  },
  {
    name: 'a new recipient cannot be paid yet, says what it owes, and gets a page to give it',
    async run({ stripe }) {
      const account = await stripe.v2.core.accounts.create(
        {
          contact_email: 'scenario@example.com',
          display_name: 'Scenario',
          dashboard: 'express',
          identity: { country: 'us', entity_type: 'individual' },
          configuration: {
            recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
          },
          defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
          include: ['configuration.recipient', 'requirements'],
        },
        { idempotencyKey: key() },
      );
      const status = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status;
      expectThat(status !== undefined && status !== 'active', `its capability is ${status}`);
      expectThat((account.requirements?.entries?.length ?? 0) > 0, 'it owes something');
      const link = await stripe.v2.core.accountLinks.create({
        account: account.id,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { refresh_url: 'https://example.com/again', return_url: 'https://example.com/back' },
        },
      });
      expectThat(/^https?:\/\//.test(link.url), 'the page has an address');
      const error = await refusal(
        stripe.transfers.create({ amount: 100, currency: 'usd', destination: account.id }, { idempotencyKey: key() }),
      );
      same([error.statusCode, error.code], [400, 'insufficient_capabilities_for_transfer'], 'a transfer to it');
    },
  },
  {
    name: 'a transfer above the balance is refused, and the refusal is kept under its key',
    needsDestination: true,
    async run(stage) {
      const destination = (await stage.destination()) ?? '';
      const body = { amount: 99_999_999_900, currency: 'usd', destination };
      const idempotencyKey = key();
      const first = await refusal(stage.stripe.transfers.create(body, { idempotencyKey }));
      same([first.statusCode, first.code], [400, 'balance_insufficient'], 'the refusal');
      const again = await refusal(stage.stripe.transfers.create(body, { idempotencyKey }));
      same(again.code, 'balance_insufficient', 'the repeat');
    },
  },
  {
    name: 'a transfer is found by its group and taken back in part',
    needsDestination: true,
    async run(stage) {
      const destination = (await stage.destination()) ?? '';
      await stage.fund(5_000);
      const group = `po_${randomUUID()}`;
      const made = await stage.stripe.transfers.create(
        { amount: 1_000, currency: 'usd', destination, transfer_group: group, metadata: { payout_id: group } },
        { idempotencyKey: key() },
      );
      const found = await stage.stripe.transfers.list({ transfer_group: group });
      same(
        found.data.map((one) => [one.id, one.metadata['payout_id']]),
        [[made.id, group]],
        'the group',
      );
      await stage.stripe.transfers.createReversal(made.id, { amount: 400 }, { idempotencyKey: key() });
      const after = await stage.stripe.transfers.retrieve(made.id);
      same([after.amount_reversed, after.reversed], [400, false], 'what was taken back');
      const entries = await stage.stripe.balanceTransactions.list({ source: made.id });
      same(
        entries.data.map((one) => [one.type, one.net]),
        [['transfer', -1_000]],
        'its movement',
      );
    },
  },
  {
    name: 'what happened is listed as events, newest first',
    async run({ stripe }) {
      const from = await payer(stripe, 'pm_card_visa');
      const intent = await stripe.paymentIntents.create(offSession(from, 1_200), { idempotencyKey: key() });
      const listed = async () =>
        (await stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 })).data.filter(
          (event) => (event.data.object as { id?: string }).id === intent.id,
        );
      let events = await listed();
      for (let attempt = 0; events.length === 0 && attempt < 20; attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        events = await listed();
      }
      same(events.length, 1, 'one event');
    },
  },
];
