import Stripe from 'stripe';
import { scenarios, type Stage } from './scenarios.js';
import { payableAccount, Harness } from './harness.js';

// `npm run stripe:scenarios` plays the same against a test account at the provider.
const realKey = process.env['STRIPE_SCENARIOS_KEY'];
const realDestination = process.env['STRIPE_SCENARIOS_DESTINATION'];

describe(realKey === undefined ? 'the sandbox does what we rely on' : 'the provider does what we rely on', () => {
  let harness: Harness | undefined;
  let stage: Stage;

  beforeAll(async () => {
    if (realKey !== undefined) {
      stage = atProvider(new Stripe(realKey, { telemetry: false }));
      return;
    }
    const started = new Harness();
    await started.start();
    harness = started;
    stage = {
      stripe: started.stripe,
      destination: () => payableAccount(started),
      fund: async (amount) => void (await started.stripe.topups.create({ amount, currency: 'usd' })),
    };
  });
  afterAll(() => harness?.close());

  for (const scenario of scenarios) {
    const possible = realKey === undefined || scenario.needsDestination !== true || realDestination !== undefined;
    (possible ? it : it.skip)(scenario.name, () => scenario.run(stage));
  }
});

function atProvider(stripe: Stripe): Stage {
  return {
    stripe,
    destination: () => Promise.resolve(realDestination),
    // A card whose charges are available at once.
    fund: async (amount) => {
      await stripe.paymentIntents.create({
        amount: amount * 2,
        currency: 'usd',
        payment_method: 'pm_card_bypassPending',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
    },
  };
}
