import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';

/** What the scenarios are played with. */
export interface Stage {
  readonly stripe: Stripe;
  /** A connected account that may receive transfers. */
  destination(): Promise<string>;
  /** Makes at least this much available on the platform's balance, in usd. */
  fund(amount: number): Promise<void>;
}

/** One thing that the provider does and we rely on; throws when it is not so. */
interface Scenario {
  readonly name: string;
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

/** Behaviour that we rely on, in the order of a month. */
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
    async run(stage) {
      const destination = await stage.destination();
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
    async run(stage) {
      const destination = await stage.destination();
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
      const events = await eventually(listed, (found) => found.length > 0);
      same(events.length, 1, 'one event');
    },
  },
  {
    name: 'a dispute takes amount and fee, forbids a refund, and is won with evidence',
    async run({ stripe }) {
      const { intent, dispute } = await disputed(stripe, 2_500);
      same([dispute.amount, dispute.currency, dispute.status], [2_500, 'usd', 'needs_response'], 'the dispute');
      same(dispute.payment_intent, intent.id, 'what it is about');
      const [taken] = dispute.balance_transactions;
      expectThat(taken !== undefined && taken.fee > 0, 'it has a fee');
      same([taken.type, taken.amount, taken.net], ['adjustment', -2_500, -2_500 - taken.fee], 'what it took');
      const error = await refusal(stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: key() }));
      same([error.statusCode, error.code], [400, 'charge_disputed'], 'a refund of it');
      const won = await answered(stripe, dispute.id, 'winning_evidence');
      same(won.status, 'won', 'its end');
      const back = won.balance_transactions.filter((one) => one.id !== taken.id);
      same([back.length, back[0]?.amount], [1, 2_500], 'what came back');
    },
  },
  {
    name: 'a dispute is lost with other evidence, and nothing comes back',
    async run({ stripe }) {
      const { intent, dispute } = await disputed(stripe, 1_900);
      const lost = await answered(stripe, dispute.id, 'losing_evidence');
      same(lost.status, 'lost', 'its end');
      same(
        lost.balance_transactions.map((one) => one.amount),
        [-1_900],
        'what it moved',
      );
      const charge = await stripe.charges.retrieve(intent.latest_charge as string);
      same([charge.disputed, charge.refunded, charge.amount_refunded], [true, false, 0], 'the charge');
      const late = await refusal(
        stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'more' }, submit: true }),
      );
      same(late.statusCode, 400, 'evidence after its end');
    },
  },
  {
    name: 'a transfer leaves a payment on the account, with what was sent and what arrived',
    async run(stage) {
      const destination = await stage.destination();
      await stage.fund(30_000);
      const made = await stage.stripe.transfers.create(
        { amount: 1_300, currency: 'usd', destination },
        { idempotencyKey: key() },
      );
      const listed = async () =>
        (
          await stage.stripe.balanceTransactions.list(
            { type: 'payment', created: { gte: made.created - 60 }, limit: 100, expand: ['data.source'] },
            { stripeAccount: destination },
          )
        ).data.filter((one) => (one.source as Stripe.Charge | null)?.id === made.destination_payment);
      const [entry] = await eventually(listed, (found) => found.length > 0);
      const payment = entry?.source as Stripe.Charge;
      same([payment.object, payment.amount, payment.currency], ['charge', 1_300, 'usd'], 'what was sent');
      expectThat(entry !== undefined && entry.amount > 0, 'something arrived');
      // An account in usd gets the sent amount; any other one a conversion with the provider's rate.
      if (entry.currency === 'usd') same([entry.amount, entry.exchange_rate], [1_300, null], 'what arrived');
      else expectThat(typeof entry.exchange_rate === 'number' && entry.exchange_rate > 0, 'the rate is told');
    },
  },
  {
    name: 'a bank payout takes what is there and no more, is found on its account only, and may be taken back while it waits',
    async run(stage) {
      const destination = await stage.destination();
      const on = { stripeAccount: destination };
      await stage.fund(30_000);
      await stage.stripe.transfers.create({ amount: 2_000, currency: 'usd', destination }, { idempotencyKey: key() });
      const { available } = await stage.stripe.balance.retrieve({}, on);
      const [funds] = available.filter((one) => one.amount > 0);
      expectThat(funds !== undefined, 'something is available there');
      const { currency } = funds;
      const above = await refusal(
        stage.stripe.payouts.create({ amount: funds.amount + 1_000_000, currency }, { ...on, idempotencyKey: key() }),
      );
      same([above.statusCode, above.code], [400, 'balance_insufficient'], 'more than there is');
      const amount = Math.min(funds.amount, 1_000);
      const payout = await stage.stripe.payouts.create({ amount, currency }, { ...on, idempotencyKey: key() });
      same([payout.amount, payout.currency, payout.automatic], [amount, currency, false], 'the payout');
      expectThat(['pending', 'in_transit', 'paid'].includes(payout.status), `it is ${payout.status}`);
      expectThat(payout.arrival_date >= payout.created - 86_400, 'it has a day of arrival');
      const moved = await stage.stripe.balanceTransactions.list({ source: payout.id }, on);
      same(
        moved.data.map((one) => [one.type, one.amount]),
        [['payout', -amount]],
        'what it moved',
      );
      const elsewhere = await refusal(stage.stripe.payouts.retrieve(payout.id));
      same(elsewhere.statusCode, 404, 'it, asked for on the platform');
      if (payout.status !== 'pending') return;
      const canceled = await stage.stripe.payouts.cancel(payout.id, {}, on);
      same(canceled.status, 'canceled', 'once it is taken back');
      const after = (await stage.stripe.payouts.list({ limit: 10 }, on)).data.find((one) => one.id === payout.id);
      same(after?.status, 'canceled', 'in the list');
    },
  },
  {
    name: 'a webhook endpoint shows its secret once, and events wait for it',
    async run({ stripe }) {
      const url = `https://example.com/scenario/${randomUUID()}`;
      const made = await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.created'] });
      try {
        expectThat(/^whsec_/.test(made.secret ?? ''), 'it has a secret');
        const again = await stripe.webhookEndpoints.retrieve(made.id);
        same([again.url, again.status, again.secret], [url, 'enabled', undefined], 'asked for again');
        const customer = await stripe.customers.create({ name: 'Scenario' });
        const listed = async () =>
          (await stripe.events.list({ type: 'customer.created', limit: 100 })).data.filter(
            (event) => (event.data.object as { id?: string }).id === customer.id,
          );
        const [event] = await eventually(listed, (found) => found.length > 0);
        expectThat((event?.pending_webhooks ?? 0) > 0, 'the event waits for its listener');
        // Signed with that secret it is taken, with another it is not.
        const body = JSON.stringify(event);
        const secret = made.secret ?? '';
        const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret });
        same(stripe.webhooks.constructEvent(body, signature, secret).id, event?.id, 'the signed event');
        await stripe.webhookEndpoints.update(made.id, { disabled: true });
        same((await stripe.webhookEndpoints.retrieve(made.id)).status, 'disabled', 'switched off');
      } finally {
        await stripe.webhookEndpoints.del(made.id);
      }
      same((await refusal(stripe.webhookEndpoints.retrieve(made.id))).statusCode, 404, 'once it is removed');
    },
  },
  {
    name: 'a webhook endpoint without a scheme, or for an event that there is not, is refused',
    async run({ stripe }) {
      const noScheme = await refusal(
        stripe.webhookEndpoints.create({ url: 'example.com/hook', enabled_events: ['customer.created'] }),
      );
      same([noScheme.statusCode, noScheme.param], [400, 'url'], 'without a scheme');
      const unknown = await refusal(
        stripe.webhookEndpoints.create({
          url: 'https://example.com/hook',
          enabled_events: ['customer.danced' as Stripe.WebhookEndpointCreateParams.EnabledEvent],
        }),
      );
      same(unknown.statusCode, 400, 'an unknown event');
    },
  },
];

/** Polls until the answer matches, for as long as the provider's asynchronous work takes. */
async function eventually<T>(ask: () => Promise<T>, willDo: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  for (let attempt = 0; !willDo(answer) && attempt < 40; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    answer = await ask();
  }
  return answer;
}

async function disputed(
  stripe: Stripe,
  amount: number,
): Promise<{ intent: Stripe.PaymentIntent; dispute: Stripe.Dispute }> {
  const from = await payer(stripe, 'pm_card_createDispute');
  const paid = await stripe.paymentIntents.create(
    { ...offSession(from, amount), expand: [] },
    { idempotencyKey: key() },
  );
  const of = async () => (await stripe.disputes.list({ payment_intent: paid.id })).data;
  const [dispute] = await eventually(of, ([one]) => (one?.balance_transactions.length ?? 0) > 0);
  expectThat(dispute !== undefined, 'the bank disputed it');
  return { intent: paid, dispute };
}

/** The dispute once the bank has decided on this evidence. */
async function answered(stripe: Stripe, id: string, evidence: string): Promise<Stripe.Dispute> {
  await stripe.disputes.update(
    id,
    { evidence: { uncategorized_text: evidence }, submit: true },
    { idempotencyKey: key() },
  );
  return eventually(
    () => stripe.disputes.retrieve(id),
    ({ status, balance_transactions: moved }) => status === 'lost' || (status === 'won' && moved.length > 1),
  );
}
