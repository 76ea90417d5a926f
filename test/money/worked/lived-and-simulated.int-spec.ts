import { Client } from 'pg';
import { InstallsModule } from '@portal/installs';
import { SimulatorModule } from '@portal/simulator';
import { checkResult } from '../../../libs/simulator/src/program/checks.js';
import { observe } from '../../../libs/simulator/src/program/observe/observe.js';
import type { Observed, SimulationResult } from '../../../libs/simulator/src/program/result.js';
import { simulate } from '../../../libs/simulator/src/program/simulate.js';
import { readScenarioText } from '../../../libs/simulator/src/scenario/read-scenario.js';
import { comparable, ofAuthor, withoutPieces } from '../../support/comparable.js';
import { createTestDatabase } from '../../support/database/database.js';
import { MoneyWorld } from '../../support/money/money-world.js';
import { QuarterPlay, type Quarter } from '../../support/money/played-quarter.js';

/**
 * Three months lived through with the product's own API, engine and processor, then exported by the API and simulated.
 * `comparable` defines what is compared.
 */
describe('Three months with everything that can be reversed, and their simulation', () => {
  let world: MoneyWorld;
  let quarter: Quarter;
  let real: Observed;

  beforeAll(async () => {
    world = await MoneyWorld.start([InstallsModule, SimulatorModule]);
    quarter = await new QuarterPlay(world).play();
    const [first, , last] = quarter.months;
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    try {
      real = await observe(owner, (id) => id, { first, last });
    } finally {
      await owner.end();
    }
  });
  afterAll(() => world.close());

  /** What the API exports for this person, simulated. */
  async function simulated(as: string, area: 'finance' | 'author'): Promise<SimulationResult> {
    const [first, , last] = quarter.months;
    const url = `/${area}/simulations/scenario?from=${first}&to=${last}`;
    const { data } = await world.get<{ scenario: object }>(as, url);
    const parsed = readScenarioText(JSON.stringify(data.scenario));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 1));
    const database = await createTestDatabase();
    try {
      return await simulate(parsed.scenario, database.url);
    } finally {
      await database.drop();
    }
  }

  it('agree byte for byte: lines, shares, invoices, postings, balances, payouts and reasons', async () => {
    const played = await simulated(world.preparer, 'finance');
    expect(played.refused).toEqual([]);
    expect(played.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(withoutPieces(comparable(played))).toBe(comparable(real));
  });

  it('agree byte for byte in the scenario of an author’s own months', async () => {
    const { ada } = quarter;
    const played = await simulated(ada.session, 'author');
    expect(played.refused).toEqual([]);
    expect(withoutPieces(ofAuthor(played, ada.orgId))).toBe(ofAuthor(real, ada.orgId));
  });

  it('contain everything that they are to prove', () => {
    expect(checkResult(real).filter(({ ok }) => !ok)).toEqual([]);
    const all = <T>(values: readonly T[]): T[] => [...new Set(values)].sort();
    expect(all(real.lines.map(({ currency }) => currency))).toEqual(['eur', 'jpy', 'kwd', 'usd']);
    expect(all(real.lines.map(({ basis_points }) => String(basis_points)))).toEqual(['0', '7000', '8150']);
    expect(real.invoices.some(({ tax }) => tax !== '0')).toBe(true);
    expect(all(real.invoices.map(({ state }) => state))).toEqual(['paid', 'past_due', 'uncollectible']);
    expect(all(real.refunds.map(({ scope, state }) => `${scope} ${state}`))).toEqual([
      'amount succeeded',
      'full succeeded',
      'lines failed',
      'lines succeeded',
    ]);
    expect(all(real.disputes.map(({ status, phase }) => `${status} ${phase}`))).toEqual([
      'lost lost',
      'needs_response opened',
      'warning_closed none',
      'won appeal_won',
      'won won',
    ]);
    expect(all(real.credit_notes.map(({ kind }) => kind))).toEqual(['cancellation', 'refund']);
    const kinds = new Set(real.postings.map(({ kind }) => kind));
    for (const kind of ['listing_fee', 'payout_hold_released', 'payout_released', 'refund_failed', 'write_off'])
      expect(kinds).toContain(kind);
    const paid = real.runs.filter(({ state }) => state !== 'cancelled');
    const unpaid = paid.flatMap(({ payouts }) => payouts.flatMap((payout) => payout.unpaid));
    expect(all(unpaid.map(({ reason }) => reason))).toEqual([
      'below_minimum',
      'cooling_down',
      'held_manual',
      'held_review',
      'held_tax',
      'negative_balance',
      'no_account',
      'rounded_down',
    ]);
    expect(real.runs.map(({ state }) => state)).toEqual(['settled', 'cancelled', 'settled', 'settled']);
  });
});
