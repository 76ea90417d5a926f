import { runAlone } from '../../support/money/driver/testing.js';
import { COMBINED } from './cases-combined.js';
import { FEES_HOLDS_AND_TAX } from './cases-fees-and-holds.js';
import { DISPUTES, REFUNDS } from './cases-going-back.js';
import { CURRENCIES_AND_PAYOUTS } from './cases-payouts.js';
import { READ_FROM_THE_RULES } from './cases-read-from-the-rules.js';
import { install, SECONDS_AND_SPLITS } from './cases.js';
import { byEngine, byOracle, differences } from './compare.js';
import { Oracle } from './oracle/oracle.js';
import type { WrittenScenario } from './oracle/written.js';

/** Where a case says nothing else. */
const WORLD = {
  scenario: 1 as const,
  authors: { alice: {} },
  drives: { notes: { author: 'alice' } },
  tenants: { acme: {} },
};
const CASES = [
  ...SECONDS_AND_SPLITS,
  ...CURRENCIES_AND_PAYOUTS,
  ...REFUNDS,
  ...DISPUTES,
  ...FEES_HOLDS_AND_TAX,
  ...READ_FROM_THE_RULES,
  ...COMBINED,
];
/** What the oracle does not compute. */
const BEYOND_THE_ORACLE = [
  ...COMBINED.map(({ name }) => name),
  'a refund that fails gives everything back',
  'a listing fee that the author does not pay stays open and stops nobody',
  'who leaves is paid the last unit',
  'a reserve of a tenth for two months, of everybody',
  'a reserve for a dispute rate above the rule, with ten payments; with nine one dispute says nothing',
  'never paid: tried seven times, suspended, given up; the author is owed nothing',
  'written off and paid after all: the author gets the share then',
  'half of a taxed invoice goes back',
  'a credit note before the payment lessens what is charged and what is earned',
  'the least payout of the day of the run holds',
  'a share that changes in the month, and the running total over both',
  'the original rate comes back, whatever holds at the day of the refund',
];

describe('a case worked on paper', () => {
  // Each on a database of its own, several at a time: most of it is waiting.
  it.concurrent.each(CASES)('has the result of the engine: $name', async ({ name, gives, ...written }) => {
    const scenario: WrittenScenario = { ...WORLD, ...written };
    const result = await runAlone(scenario);
    expect(result).toMatchObject(gives);
    expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
    if (BEYOND_THE_ORACLE.includes(name)) return;
    expect(differences(byEngine(result), byOracle(new Oracle(scenario).run()))).toEqual([]);
  });
});

it('a case whose sums exceed a row is refused, whether lines or taxes are the cause', async () => {
  const events = Array.from({ length: 93 }, (_, n) => install('2026-01-01', `i${n}`, '100000000000000000'));
  const whole = { ...WORLD, events, authors: {}, drives: { notes: { first_party: true } } };
  const taxed = { ...whole, events: events.slice(0, 60), policies: { tax: [{ country: 'US', basis_points: 9_000 }] } };
  const problem = { pointer: '/events', message: expect.stringContaining('9223372036854775807') as unknown };
  for (const scenario of [whole, taxed])
    await expect(runAlone(scenario)).rejects.toMatchObject({ problems: [problem] });
});
