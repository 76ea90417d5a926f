import { BackfillEvents, InboxHealth, PaymentGateway, StripeGatewayWorkerModule } from '@portal/stripe-gateway';
import { BooksWorld } from '../support/money/books.js';
import { intentEvent, stripeSignature } from '../support/money/stripe-signature.js';

const secret = 'whsec_for_tests_only';
const world = BooksWorld.forTests([StripeGatewayWorkerModule]);
let address: string;

beforeAll(async () => {
  address = await world.listen();
});
afterEach(() => world.control('/webhooks', {}));

const sign = (body: string, { ageSeconds = 0, key = secret } = {}): string => stripeSignature(body, key, ageSeconds);
const send = async (body: string, signature: string, endpoint = '') =>
  (
    await fetch(`${address}/api/stripe/webhooks${endpoint}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  ).status;
const event = (id: string, object: string, more: object = {}) => intentEvent(id, { id: object }, more);
const kept = async (id: string) =>
  (await world.query('select 1 from stripe_gateway.provider_events where event_id = $1', [id])).length;

describe('Case 13: events twice, in the wrong order, late, unknown, forged, too big', () => {
  it('an event that is sent twice is processed once', async () => {
    await world.control('/webhooks', { copies: 3 });
    const customer = await world.stripe.customers.create({ name: 'Thrice' });
    await world.delivered();
    expect(await world.eventsOf(customer.id)).toEqual(['customer.created']);
  });

  it('events in the wrong order are both processed, and the object counts, not the event', async () => {
    await world.control('/webhooks', { withhold: ['payment_intent.*', 'charge.*'] });
    const declined = await world.stripe.paymentIntents
      .create({
        amount: 900,
        currency: 'usd',
        payment_method: 'pm_card_chargeCustomerFail',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      })
      .catch((error: { payment_intent: { id: string } }) => error.payment_intent);
    await world.stripe.paymentIntents.confirm(declined.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://example.com',
    });
    await world.control('/webhooks', { newest_first: true });
    await world.delivered();
    const events = await world.eventsOf(declined.id);
    expect(events.indexOf('payment_intent.succeeded')).toBeLessThan(events.indexOf('payment_intent.payment_failed'));
    expect(await world.get(PaymentGateway).findPayment(declined.id)).toMatchObject({ kind: 'succeeded' });
  });

  it('an event that is three days late is processed like any other', async () => {
    await world.control('/webhooks', { withhold: ['*'] });
    const customer = await world.stripe.customers.create({ name: 'Late' });
    await world.pass(3);
    expect(await world.eventsOf(customer.id)).toEqual([]);
    await world.control('/webhooks', {});
    await world.delivered();
    expect(await world.eventsOf(customer.id)).toEqual(['customer.created']);
  });

  it('an event that never arrives is fetched, and is ignored when it arrives afterwards', async () => {
    await world.control('/webhooks', { withhold: ['customer.*'] });
    const customer = await world.stripe.customers.create({ name: 'Lost' });
    expect((await world.get(BackfillEvents).execute()).found).toBe(1);
    expect(await world.eventsOf(customer.id)).toEqual(['customer.created']);
    await world.control('/webhooks', {});
    await world.delivered();
    expect(await world.eventsOf(customer.id)).toEqual(['customer.created']);
  });

  it('an event that is fetched and sent at the same time is processed once', async () => {
    await world.control('/webhooks', { withhold: ['customer.*'] });
    const made = await Promise.all([1, 2, 3, 4].map((at) => world.stripe.customers.create({ name: `Both ${at}` })));
    await Promise.all([
      world.get(BackfillEvents).execute(),
      world.get(BackfillEvents).execute(),
      world.control('/webhooks', {}),
    ]);
    await world.delivered();
    for (const { id } of made) expect(await world.eventsOf(id)).toEqual(['customer.created']);
  });

  it('an event about an unknown object is kept and has no effect', async () => {
    const postings = () => world.query('select count(*)::int as n from ledger.ledger_tx');
    const before = await postings();
    const body = event('evt_of_nobody', 'pi_nobody000');
    expect(await send(body, sign(body))).toBe(200);
    expect(await world.get(PaymentGateway).findPayment('pi_nobody000')).toBeUndefined();
    expect(await postings()).toEqual(before);
  });

  it('a dispute of an unknown payment books nothing, and its money becomes an item that stops the runs', async () => {
    await world.reconcile();
    const before = new Set((await world.items()).map((one) => one.id));
    const charge = await world.charge(4_000, { booked: false, ours: false });
    await world.control('/disputes', { charge: charge.id });
    await world.delivered();
    await world.reconcile();
    const kinds = async () =>
      (await world.items()).filter((one) => !before.has(one.id)).map((one) => [one.kind, one.blocking]);
    expect(await kinds()).toEqual([['unknown_charge', true]]);
    // Its own feature is given its time, and has found nothing.
    await world.pass(1);
    await world.reconcile();
    expect(await kinds()).toEqual([
      ['unknown_charge', true],
      ['not_booked', true],
    ]);
  });

  it.each([
    ['signed by somebody else', { key: 'whsec_of_somebody_else' }],
    ['with a signature that is 301 s old', { ageSeconds: 301 }],
    ['with a signature from the future', { ageSeconds: -600 }],
  ])('an event %s is refused and not kept', async (what, options) => {
    const id = `evt_${what.replaceAll(/\W/g, '_')}`;
    const body = event(id, 'pi_x00000');
    expect(await send(body, sign(body, options))).toBe(400);
    expect(await kept(id)).toBe(0);
  });

  it.each([
    ['of connected accounts, with the secret of our own', '/connect', secret],
    ['of our own, with the secret of connected accounts', '', 'whsec_for_tests_of_connect'],
  ])('an event sent to the endpoint %s is refused and not kept', async (what, endpoint, key) => {
    const id = `evt_${what.replaceAll(/\W/g, '_')}`;
    const body = event(id, 'pi_x00000', { account: 'acct_x00000' });
    expect(await send(body, sign(body, { key }), endpoint)).toBe(400);
    expect(await kept(id)).toBe(0);
  });

  it('an event above the limit of a body is refused before it is read', async () => {
    const body = event('evt_big', 'pi_x00000', { padding: 'x'.repeat(300_000) });
    expect(await send(body, sign(body))).toBe(413);
    expect(await kept('evt_big')).toBe(0);
  });

  it('no event is lost while the secret is being changed', async () => {
    const next = 'whsec_the_next_secret_of_ours';
    const during = await world.app.anotherInstance({ STRIPE_WEBHOOK_SECRET: `${next},${secret}` });
    try {
      for (const [id, key, status] of [
        ['evt_by_the_old', secret, 200],
        ['evt_by_the_new', next, 200],
        ['evt_by_neither', 'whsec_neither_of_the_two', 400],
      ] as const) {
        const body = event(id, 'pi_x00000');
        const answer = await during.app.inject({
          method: 'POST',
          url: '/api/stripe/webhooks',
          payload: body,
          headers: { 'content-type': 'application/json', 'stripe-signature': sign(body, { key }) },
        });
        expect([id, answer.statusCode]).toEqual([id, status]);
      }
    } finally {
      await during.close();
    }
  });

  it('an alarm is raised when no event arrives any more', async () => {
    await world.stripe.customers.create({ name: 'Before' });
    await world.delivered();
    await world.control('/webhooks', { withhold: ['*'] });
    for (const [at, silent] of [false, false, true].entries()) {
      await world.stripe.customers.create({ name: `Silence ${at}` });
      await world.get(BackfillEvents).execute();
      expect(await world.get(InboxHealth).read()).toMatchObject({ missedSince: at + 1, silent });
    }
    await world.control('/webhooks', {});
    await world.stripe.customers.create({ name: 'Heard' });
    await world.delivered();
    expect(await world.get(InboxHealth).read()).toMatchObject({ silent: false });
  });
});
