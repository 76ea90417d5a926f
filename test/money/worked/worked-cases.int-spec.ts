import { simulate } from '../../../apps/simulator/src/simulate.js';
import { readScenarioText } from '../../../libs/simulator/src/index.js';
import { createTestDatabase } from '../../support/database.js';
import { FEES_HOLDS_AND_TAX } from './cases-fees-and-holds.js';
import { DISPUTES, REFUNDS } from './cases-going-back.js';
import { CURRENCIES_AND_PAYOUTS } from './cases-payouts.js';
import { SECONDS_AND_SPLITS } from './cases.js';
import { byEngine, byOracle, differences } from './compare.js';
import { Oracle } from './oracle/oracle.js';

const CASES = [...SECONDS_AND_SPLITS, ...CURRENCIES_AND_PAYOUTS, ...REFUNDS, ...DISPUTES, ...FEES_HOLDS_AND_TAX];
/** What the oracle does not play: refunds that fail afterwards. */
const BEYOND_THE_ORACLE = ['a refund that fails gives everything back'];

describe('a case worked by hand', () => {
  // Each on a database of its own, several at a time: most of it is waiting.
  it.concurrent.each(CASES)(
    '$name',
    async ({ name, scenario, gives }) => {
      const parsed = readScenarioText(JSON.stringify(scenario));
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 1));
      const database = await createTestDatabase();
      try {
        const result = await simulate(parsed.scenario, database.url);
        expect(result).toMatchObject(gives);
        expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
        if (BEYOND_THE_ORACLE.includes(name)) return;
        expect(differences(byEngine(result), byOracle(new Oracle(scenario).play()))).toEqual([]);
      } finally {
        await database.drop();
      }
    },
    300_000,
  );
});
