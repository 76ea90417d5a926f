import { readScenarioText, type Scenario } from '@portal/simulator';
import { createTestDatabase } from '../../../test/support/database.js';
import type { SimulationResult } from './result.js';
import { simulate } from './simulate.js';

export function scenarioOf(value: object): Scenario {
  const parsed = readScenarioText(JSON.stringify(value));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 2));
  return parsed.scenario;
}

async function run(value: object): Promise<SimulationResult> {
  const database = await createTestDatabase();
  try {
    return await simulate(scenarioOf(value), database.url);
  } finally {
    await database.drop();
  }
}

const MONTH = {
  scenario: 1,
  authors: { alice: {} },
  drives: { notes: { author: 'alice' } },
  tenants: { acme: {} },
  events: [{ at: '2026-01-01', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 4900 }],
};

describe('a simulation', () => {
  it('bills, charges, splits and pays a month as the product does', async () => {
    const result = await run(MONTH);
    expect(result).toMatchObject({
      months: [{ month: '2026-01', state: 'closed' }],
      lines: [{ install: 'i1', gross: '4900', author_share: '3430', platform_share: '1470', seconds: 2678400 }],
      invoices: [{ tenant: 'acme', total: '4900', state: 'paid', paid_at: '2026-02-01T00:00:00.000Z' }],
      runs: [{ month: '2026-01', state: 'settled', payouts: [{ author: 'alice', paid: '3430', carried: '0' }] }],
      refused: [],
    });
    expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('gives the same bytes again', async () => {
    const [first, second] = [await run(MONTH), await run(MONTH)];
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });
});
