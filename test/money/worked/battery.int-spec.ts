import { examples } from '../../support/examples.js';
import { runAlone } from '../../support/money/driver/testing.js';
import { byEngine, byOracle, differences } from './compare.js';
import { Oracle } from './oracle/oracle.js';
import { scenarioOf, type Setting } from './worlds.js';

/** Of one scenario; `SOAK_TIMES` runs more scenarios. */
const WORLDS = 4;
const USUAL = { sold: ['usd', 'eur'], largestPrice: 30_000n };
const share = (basis_points: number) => ({
  author_share: { basis_points },
});
const EU_TAX = [
  { country: 'DE', region: null, basis_points: 1900, name: 'VAT', reverse_charge: true },
  { country: 'US', region: null, basis_points: 725, name: 'Sales tax', reverse_charge: false },
];
const SETTINGS: Setting[] = [
  { name: 'as built in, over a leap day', first: '2024-02', seed: 1, worlds: WORLDS, ...USUAL },
  {
    name: 'over the end of a year',
    first: '2026-12',
    seed: 2,
    worlds: WORLDS,
    ...USUAL,
  },
  {
    name: 'a fee of the processor',
    first: '2026-04',
    seed: 3,
    worlds: WORLDS,
    ...USUAL,
    processor_fee: { basis_points: 290, fixed: { usd: 30, eur: 25 } },
  },
  {
    name: 'no decimals and three, multiples and minimums',
    first: '2026-02',
    seed: 4,
    worlds: WORLDS,
    sold: ['jpy', 'kwd', 'huf', 'isk'],
    largestPrice: 3_000_000n,
    policies: { payout_minimum: { by_currency: { jpy: '2000', huf: '90000' }, by_country: { US: { kwd: '12340' } } } },
  },
  {
    name: 'taxes',
    first: '2025-10',
    seed: 5,
    worlds: WORLDS,
    ...USUAL,
    policies: { tax: { provider: 'table', table: EU_TAX } },
  },
  {
    name: 'all but a hundredth of a percent',
    first: '2027-01',
    seed: 6,
    worlds: WORLDS,
    ...USUAL,
    policies: share(9999),
  },
  {
    name: 'small balances kept aside, dispute fees on the author',
    first: '2026-06',
    seed: 7,
    worlds: WORLDS,
    sold: ['usd'],
    largestPrice: 400n,
    policies: { small_balance: 'keep', dispute_fee_bearer: 'author', ...share(3333) },
  },
  {
    name: 'amounts far above 2^53',
    first: '2028-02',
    seed: 8,
    worlds: WORLDS,
    sold: ['usd', 'kwd'],
    largestPrice: 40_000_000_000_000_000n,
  },
  { name: 'nothing for authors', first: '2026-08', seed: 9, worlds: WORLDS, ...USUAL, policies: share(0) },
];

describe('the engine and an oracle written from the rules alone', () => {
  it.each(SETTINGS)('have the same result to the unit: $name', async (setting) => {
    for (let round = 0; round < examples(1); round += 1) {
      const scenario = scenarioOf(setting, round);
      const result = await runAlone(scenario);
      const engine = byEngine(result);
      expect(differences(engine, byOracle(new Oracle(scenario).run()))).toEqual([]);
      expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(engine.lines.length).toBeGreaterThan(setting.worlds);
    }
  });
});
