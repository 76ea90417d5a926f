import type { Scenario } from '../../scenario/domain/scenario.js';
import type { ScenarioProblem } from '../../scenario/domain/shapes.js';
import type { Client } from 'pg';
import { ScenarioRefused } from '../scenario-refused.js';

interface Row {
  code: string;
  exponent: number;
  charge_multiple: number;
  payout_multiple: number;
  min_charge: bigint;
  min_payout: bigint;
}

const NEW = { exponent: 2, charge_multiple: 1, payout_multiple: 1, min_charge: 1n, min_payout: 1n };

async function known(owner: Client): Promise<Map<string, Row>> {
  const { rows } = await owner.query(
    'select code, exponent, charge_multiple, payout_multiple, min_charge, min_payout from ledger.currency',
  );
  type Stored = Omit<Row, 'min_charge' | 'min_payout'> & { min_charge: string; min_payout: string };
  return new Map(
    (rows as Stored[]).map((row) => [
      row.code,
      { ...row, min_charge: BigInt(row.min_charge), min_payout: BigInt(row.min_payout) },
    ]),
  );
}

/**
 * Changes the currency table and adds unknown currencies. Minimums must be multiples; those that the scenario does not
 * give are rounded up to the next.
 * @throws ScenarioRefused when a given one is not a multiple
 */
export async function writeCurrencies(owner: Client, scenario: Scenario): Promise<void> {
  const before = await known(owner);
  const problems: ScenarioProblem[] = [];
  for (const [code, changes] of scenario.currencies) {
    const row: Row = { ...NEW, ...before.get(code), code };
    for (const [key, value] of Object.entries(changes)) if (value !== undefined) Object.assign(row, { [key]: value });
    for (const [least, multiple] of [
      ['min_charge', 'charge_multiple'],
      ['min_payout', 'payout_multiple'],
    ] as const) {
      const over = row[least] % BigInt(row[multiple]);
      if (over === 0n) continue;
      if (changes[least] === undefined) row[least] += BigInt(row[multiple]) - over;
      else
        problems.push({
          pointer: `/currencies/${code}/${least}`,
          message: `must be a multiple of "${multiple}", which is ${row[multiple]}, not ${row[least]}`,
        });
    }
    if (problems.length > 0) continue;
    await owner.query(
      `insert into ledger.currency (code, exponent, charge_multiple, payout_multiple, min_charge, min_payout) values ($1, $2, $3, $4, $5, $6)
       on conflict (code) do update set exponent = $2, charge_multiple = $3, payout_multiple = $4, min_charge = $5, min_payout = $6`,
      [code, row.exponent, row.charge_multiple, row.payout_multiple, row.min_charge, row.min_payout],
    );
  }
  if (problems.length > 0) throw new ScenarioRefused(problems);
}

/** The currencies of the amounts that a policy names. */
function inPolicy(key: string, value: unknown, pointer: string): { pointer: string; code: string }[] {
  const codes = (of: unknown, at: string): { pointer: string; code: string }[] =>
    Object.keys((of ?? {}) as object).map((code) => ({ pointer: `${at}/${code}`, code }));
  if (key === 'listing_fee' || key === 'payout_approval_limit') return codes(value, pointer);
  if (key !== 'payout_minimum') return [];
  const { by_currency, by_country } = value as { by_currency: object; by_country: Record<string, object> };
  return [
    ...codes(by_currency, `${pointer}/by_currency`),
    ...Object.entries(by_country).flatMap(([country, of]) => codes(of, `${pointer}/by_country/${country}`)),
  ];
}

/**
 * Every currency of a scenario must be in the table, or in "currencies".
 * @throws ScenarioRefused
 */
export async function assertCurrencies(owner: Client, scenario: Scenario): Promise<void> {
  const there = await known(owner);
  const used = [
    { pointer: '/currency', code: scenario.currency },
    ...scenario.events.map((event, i) => ({
      pointer: `/events/${i}/currency`,
      code: 'currency' in event ? event.currency : undefined,
    })),
    ...[...scenario.policies].flatMap(([key, value]) => inPolicy(key, value, `/policies/${key}`)),
    ...scenario.events.flatMap((event, i) =>
      event.type === 'policy' ? inPolicy(event.key, event.value, `/events/${i}/value`) : [],
    ),
  ];
  const problems = used.flatMap(({ pointer, code }) =>
    code === undefined || there.has(code)
      ? []
      : [
          {
            pointer,
            message: `"${code}" is not one of ${[...there.keys()].sort().join(', ')}; "currencies" may add it`,
          },
        ],
  );
  if (problems.length > 0) throw new ScenarioRefused(problems);
}
