import type { Client } from 'pg';
import type { Scenario } from './scenario.js';
import { InputRefused, isObject, type Problem } from './shapes.js';

const NEW = { exponent: 2, charge_multiple: 1, payout_multiple: 1, min_charge: 1n, min_payout: 1n };

/**
 * Changes the currency table and adds unknown currencies. Minimums must be multiples; those that the scenario does not
 * give are rounded up to the next.
 * @throws InputRefused when a given one is not a multiple, or a currency is used that is in neither place
 */
export async function writeCurrencies(owner: Client, scenario: Scenario): Promise<void> {
  const { rows } = await owner.query<typeof NEW & { code: string }>(
    'select code, exponent, charge_multiple, payout_multiple, min_charge, min_payout from ledger.currency',
  );
  const known = new Map(rows.map(({ code, ...row }) => [code, row]));
  const problems: Problem[] = [];
  for (const [code, changes] of scenario.currencies) {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const row = { ...NEW, ...known.get(code), ...given };
    known.set(code, row);
    for (const kind of ['charge', 'payout'] as const) {
      const [least, multiple] = [BigInt(row[`min_${kind}`]), BigInt(row[`${kind}_multiple`])];
      if (changes[`min_${kind}`] !== undefined && least % multiple !== 0n)
        problems.push({ pointer: `/currencies/${code}/min_${kind}`, message: `must be a multiple of ${multiple}` });
      row[`min_${kind}`] = ((least + multiple - 1n) / multiple) * multiple;
    }
    if (problems.length > 0) continue;
    await owner.query(
      `insert into ledger.currency (code, exponent, charge_multiple, payout_multiple, min_charge, min_payout)
       values ($1, $2, $3, $4, $5, $6) on conflict (code) do update
       set exponent = $2, charge_multiple = $3, payout_multiple = $4, min_charge = $5, min_payout = $6`,
      [code, row.exponent, row.charge_multiple, row.payout_multiple, row.min_charge, row.min_payout],
    );
  }
  for (const { pointer, code } of used(scenario))
    if (!known.has(code)) problems.push({ pointer, message: `"${code}" is not known; "currencies" may add it` });
  if (problems.length > 0) throw new InputRefused(problems);
}

function used(scenario: Scenario): { pointer: string; code: string }[] {
  return [
    { pointer: '/currency', code: scenario.currency },
    ...[...scenario.policies].flatMap(([key, value]) => inPolicy(key, value, `/policies/${key}`)),
    ...scenario.events.flatMap((event, i) => {
      if (event.type === 'policy') return inPolicy(event.key, event.value, `/events/${i}/value`);
      const code = 'currency' in event ? event.currency : undefined;
      return code === undefined ? [] : [{ pointer: `/events/${i}/currency`, code }];
    }),
  ];
}

/** The currencies of the amounts that a policy names. */
function inPolicy(key: string, value: unknown, pointer: string): { pointer: string; code: string }[] {
  const codes = (of: unknown, at: string): { pointer: string; code: string }[] =>
    isObject(of) ? Object.keys(of).map((code) => ({ pointer: `${at}/${code}`, code })) : [];
  if (key === 'listing_fee' || key === 'payout_approval_limit') return codes(value, pointer);
  if (key !== 'payout_minimum') return [];
  const { by_currency, by_country } = value as { by_currency: object; by_country: Record<string, object> };
  return [
    ...codes(by_currency, `${pointer}/by_currency`),
    ...Object.entries(by_country).flatMap(([country, of]) => codes(of, `${pointer}/by_country/${country}`)),
  ];
}
