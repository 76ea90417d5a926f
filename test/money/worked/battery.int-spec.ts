import { simulate } from '../../../apps/simulator/src/simulate.js';
import { readScenarioText } from '../../../libs/simulator/src/index.js';
import { createTestDatabase } from '../../support/database.js';
import { byEngine, byOracle, differences } from './compare.js';
import { Oracle } from './oracle/oracle.js';
import type { WrittenScenario } from './oracle/written.js';
import { scenarioOf, type Setting } from './worlds.js';

const USUAL = { sold: ['usd', 'eur'], largestPrice: 30_000n };
const SETTINGS: Setting[] = [
  { name: 'as built in, over a leap day', first: '2024-02', seed: 1, worlds: 40, ...USUAL },
  { name: 'days', first: '2026-02', seed: 2, worlds: 30, ...USUAL, policies: { proration_unit: 'days' } },
];

describe('the engine and an oracle written from the rules alone', () => {
  it.each(SETTINGS)('agree to the unit: $name', async (setting) => {
    const scenario = scenarioOf(setting);
    const { engine, checks } = await played(scenario);
    const oracle = byOracle(new Oracle(scenario).play());
    expect(differences(engine, oracle)).toEqual([]);
    expect(checks).toEqual([]);
    expect(engine.lines.length).toBeGreaterThan(setting.worlds);
  }, 120_000);
});

async function played(scenario: WrittenScenario) {
  const parsed = readScenarioText(JSON.stringify(scenario));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 1));
  const database = await createTestDatabase();
  try {
    const result = await simulate(parsed.scenario, database.url);
    return { engine: byEngine(result), checks: result.checks.filter(({ ok }) => !ok) };
  } finally {
    await database.drop();
  }
}
