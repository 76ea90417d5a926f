import { Client } from 'pg';
import type { Database } from '@portal/platform';
import { observe } from '../../../apps/simulator/src/observe.js';
import { simulate } from '../../../apps/simulator/src/simulate.js';
import { assembleScenario } from '../../../libs/simulator/src/domain/assemble-scenario.js';
import { readScenarioText } from '../../../libs/simulator/src/index.js';
import { monthAfter, startOf } from '../../../libs/simulator/src/domain/months.js';
import { RealMonths } from '../../../libs/simulator/src/read/real-months.js';
import { comparable } from '../../support/comparable.js';
import { createTestDatabase } from '../../support/database.js';
import { READ_FROM_THE_RULES } from './cases-read-from-the-rules.js';
import { DISPUTES, REFUNDS } from './cases-going-back.js';
import { FEES_HOLDS_AND_TAX } from './cases-fees-and-holds.js';

async function again(written: object) {
  const parsed = readScenarioText(JSON.stringify(written));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 1));
  const [one, two] = [await createTestDatabase(), await createTestDatabase()];
  const owner = new Client({ connectionString: one.url });
  try {
    const first = await simulate(parsed.scenario, one.url);
    await owner.connect();
    const months = first.months.map(({ month }) => month);
    const [from, to] = [months[0]!, months.at(-1)!];
    const database = {
      query: async (sql: string, params: unknown[]) => (await owner.query(sql, params)).rows as never,
    };
    const range = { from: startOf(from), to: startOf(monthAfter(to)), first: from, last: to };
    const facts = await new RealMonths(database as unknown as Database).read(null, range);
    const exported = assembleScenario(facts, range, null);
    const read = readScenarioText(JSON.stringify(exported));
    if (!read.ok) throw new Error(JSON.stringify([read.problems, exported], null, 1));
    const second = await simulate(read.scenario, two.url);
    return { real: await observe(owner, (id) => id, { first: from, last: to }), second, exported };
  } finally {
    await owner.end();
    await Promise.all([one.drop(), two.drop()]);
  }
}

const only = process.env['ONLY'];
describe('exported', () => {
  it.concurrent.each(
    [...READ_FROM_THE_RULES, ...DISPUTES, ...REFUNDS, ...FEES_HOLDS_AND_TAX].filter(
      ({ name }) => !only || name.includes(only),
    ),
  )(
    '$name',
    async ({ scenario }) => {
      const { real, second, exported } = await again(scenario);
      try {
        expect(second.refused).toEqual([]);
        expect(comparable(second)).toBe(comparable(real));
      } catch (error) {
        if (only) process.stdout.write(JSON.stringify(exported, null, 1));
        throw error;
      }
    },
    300_000,
  );
});
