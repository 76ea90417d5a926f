import { payableAccount, Harness } from './harness.js';
import { scenarios, type Stage } from './scenarios.js';

describe('the sandbox does what we rely on', () => {
  const harness = new Harness();
  let stage: Stage;

  beforeAll(async () => {
    await harness.start();
    stage = {
      stripe: harness.stripe,
      destination: () => payableAccount(harness),
      fund: async (amount) => void (await harness.stripe.topups.create({ amount, currency: 'usd' })),
    };
  });
  afterAll(() => harness.close());

  it.each(scenarios)('$name', ({ run }) => run(stage));
});
