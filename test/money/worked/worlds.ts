import fc from 'fast-check';
import { SEED } from '../../support/examples.js';
import { DAY, monthStart, nextMonth, SECOND, written } from './oracle/calendar.js';
import { total } from './oracle/invoices.js';
import { Oracle } from './oracle/oracle.js';
import type { WrittenEvent, WrittenScenario } from './oracle/written.js';

/** What all worlds of one scenario share: policies are the platform's, not an author's. */
export interface Setting {
  name: string;
  first: string;
  seed: number;
  worlds: number;
  policies?: Record<string, unknown>;
  currencies?: WrittenScenario['currencies'];
  processor_fee?: WrittenScenario['processor_fee'];
  /** Currencies that installs are sold in. */
  sold: readonly string[];
  largestPrice: bigint;
}

/** An instant between the first moment of a month and the last of the next one, often at an edge. */
const instant = (first: string): fc.Arbitrary<number> => {
  const [start, middle, end] = [first, nextMonth(first), nextMonth(first, 2)].map(monthStart) as [
    number,
    number,
    number,
  ];
  const edges = [start, start + SECOND, middle - SECOND, middle, middle + SECOND, end - SECOND].concat(
    [1, 14, 15, 27, 28, 29].map((days) => start + days * DAY),
  );
  const any = fc.integer({ min: start / SECOND, max: end / SECOND - 1 }).map((s) => s * SECOND);
  return fc.oneof({ arbitrary: any, weight: 2 }, { arbitrary: fc.constantFrom(...edges), weight: 1 });
};

const price = (largest: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(fc.constantFrom(0n, 1n, 2n, 3n, 7n, 99n, 1000n, 4900n), fc.bigInt({ min: 1n, max: largest }));

const installs = (setting: Setting) =>
  fc.array(
    fc.record({
      drive: fc.nat(3),
      tenant: fc.nat(2),
      currency: fc.constantFrom(...setting.sold),
      trial: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 5 }),
      prices: fc.array(price(setting.largestPrice), { minLength: 1, maxLength: 3 }),
      at: fc.uniqueArray(instant(setting.first), { minLength: 4, maxLength: 4 }),
      ends: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  );

const back = fc.array(
  fc.record({
    invoice: fc.nat(20),
    how: fc.constantFrom(
      'full',
      'amount',
      'amounts',
      'line',
      'won',
      'lost',
      'appeal',
      'inquiry',
      'part_won',
      'part_lost',
    ),
    part: fc.bigInt({ min: 1n, max: 1000n }),
    hours: fc.integer({ min: 1, max: 1_300 }),
    fee: fc.constantFrom(0, 1500),
  }),
  { maxLength: 3 },
);

const world = (setting: Setting) =>
  fc.record({
    installs: installs(setting),
    back,
    basisPoints: fc.array(fc.constantFrom(undefined, 0, 1, 3333, 5000, 8500, 9999, 10_000), {
      minLength: 3,
      maxLength: 3,
    }),
    card: fc.constantFrom('ok', 'ok', 'ok', 'declined'),
    cured: fc.integer({ min: 1, max: 40 }),
    account: fc.constantFrom('ready', 'ready', 'ready', 'none', 'not_ready'),
    hold: fc.option(
      fc.record({ basisPoints: fc.integer({ min: 1, max: 10_000 }), months: fc.integer({ min: 1, max: 2 }) }),
      {
        freq: 6,
      },
    ),
  });

type World = ReturnType<typeof world> extends fc.Arbitrary<infer T> ? T : never;

/**
 * Many worlds that do not know each other in one scenario: authors, tenants, Drives and installs of their own. Other ones
 * in every round.
 */
export function scenarioOf(setting: Setting, round = 0): WrittenScenario {
  const scenario: WrittenScenario = {
    scenario: 1,
    title: setting.name,
    until: nextMonth(setting.first, 3),
    policies: setting.policies ?? {},
    currencies: setting.currencies ?? {},
    ...(setting.processor_fee ? { processor_fee: setting.processor_fee } : {}),
    authors: {},
    drives: {},
    tenants: {},
    events: [],
  };
  fc.sample(world(setting), { seed: SEED + setting.seed + 100 * round, numRuns: setting.worlds }).forEach((one, i) =>
    add(scenario, `w${String(i).padStart(3, '0')}`, one, setting),
  );
  return scenario;
}

function add(scenario: WrittenScenario, prefix: string, one: World, setting: Setting): void {
  const [ofAuthor, ofDrive, ofOther] = one.basisPoints;
  const share = (basis_points: number | undefined): object => (basis_points === undefined ? {} : { basis_points });
  Object.assign(scenario.authors!, {
    [`${prefix}-a`]: { ...share(ofAuthor) },
    [`${prefix}-b`]: { account: one.account, ...share(ofOther) },
  });
  const drives = [`${prefix}-d0`, `${prefix}-d1`, `${prefix}-d2`, `${prefix}-d3`];
  Object.assign(scenario.drives, {
    [drives[0]!]: { author: `${prefix}-a` },
    [drives[1]!]: { author: `${prefix}-a`, ...share(ofDrive) },
    [drives[2]!]: { author: `${prefix}-b` },
    [drives[3]!]: { first_party: true },
  });
  Object.assign(scenario.tenants, {
    [`${prefix}-t0`]: {},
    [`${prefix}-t1`]: { country: 'DE' },
    [`${prefix}-t2`]: { card: one.card, country: 'DE', tax_id: 'DE123' },
  });
  const events = one.installs.flatMap((install, n) => installEvents(prefix, n, install, drives));
  if (one.hold)
    events.push({
      at: written(monthStart(nextMonth(setting.first)) + DAY),
      type: 'hold',
      hold: `${prefix}-h`,
      author: `${prefix}-a`,
      kind: 'manual',
      basis_points: one.hold.basisPoints,
      months: one.hold.months,
    });
  if (one.card === 'declined')
    events.push({
      at: written(monthStart(nextMonth(setting.first)) + one.cured * DAY + 1_000),
      type: 'card',
      tenant: `${prefix}-t2`,
      card: 'ok',
    });
  events.push(...moneyBack(prefix, { ...scenario, events }, one));
  scenario.events.push(...events);
}

function installEvents(prefix: string, n: number, of: World['installs'][number], drives: string[]): WrittenEvent[] {
  const install = `${prefix}-i${n}`;
  const at = [...of.at].sort((a, b) => a - b);
  const [first, ...later] = of.prices;
  const events: WrittenEvent[] = [
    {
      at: written(at[0]!),
      type: 'install',
      install,
      drive: drives[of.drive]!,
      tenant: `${prefix}-t${of.tenant}`,
      price: String(first),
      currency: of.currency,
      ...(of.trial === null ? {} : { trial_days: of.trial }),
    },
    ...later.map((changed, i) => ({
      at: written(at[i + 1]!),
      type: 'change_plan',
      install,
      price: String(changed),
    })),
  ];
  if (of.ends) events.push({ at: written(at[3]!), type: 'uninstall', install });
  return events;
}

/** Refunds and disputes of invoices that there will be; the amounts are parts of what they come to. */
function moneyBack(prefix: string, scenario: WrittenScenario, one: World): WrittenEvent[] {
  if (scenario.events.length === 0) return [];
  const { all } = new Oracle({ ...scenario, events: scenario.events }).run().invoices;
  const known = all.filter(
    ({ state, tenant, payments }) => state === 'paid' && payments.length > 0 && tenant.startsWith(prefix),
  );
  const used = new Set<number>();
  return one.back.flatMap((step, n): WrittenEvent[] => {
    if (known.length === 0) return [];
    const index = step.invoice % known.length;
    if (used.has(index)) return [];
    used.add(index);
    const invoice = known[index]!;
    const { tenant, month, currency } = invoice;
    const of = { tenant, month, currency };
    const paid = invoice.paidAt! + step.hours * 3_600_000;
    const at = (hours: number): string => written(paid + hours * 3_600_000);
    const amount = String((total(invoice) * step.part) / 1000n || 1n);
    const name = `${prefix}-x${n}`;
    const refund = { type: 'refund', refund: name, ...of };
    const dispute = { type: 'dispute', dispute: name, ...of, fee: step.fee };
    const stage = (hours: number, to: string): WrittenEvent => ({
      at: at(hours),
      type: 'dispute_update',
      dispute: name,
      stage: to,
    });
    switch (step.how) {
      case 'full':
        return [{ at: at(0), ...refund }];
      case 'amount':
        return [{ at: at(0), ...refund, amount }];
      case 'amounts':
        return [
          { at: at(0), ...refund, amount },
          { at: at(1), ...refund, refund: `${name}b`, amount },
          { at: at(2), ...refund, refund: `${name}c` },
        ];
      case 'line': {
        const line = invoice.lines[Number(step.part) % invoice.lines.length]!;
        const lines = [{ install: line.segment.install, from: written(line.from) }];
        return [{ at: at(0), ...refund, lines }];
      }
      case 'won':
        return [{ at: at(0), ...dispute }, stage(20, 'under_review'), stage(200, 'won')];
      case 'lost':
        return [{ at: at(0), ...dispute }, { at: at(1), ...refund }, stage(200, 'lost')];
      case 'appeal':
        return [
          { at: at(0), ...dispute },
          stage(100, 'lost'),
          stage(150, 'appeal_under_review'),
          stage(400, 'appeal_won'),
        ];
      case 'inquiry':
        return [
          { at: at(0), ...dispute, fee: 0, stage: 'warning_needs_response' },
          stage(50, 'warning_under_review'),
          stage(90, 'warning_closed'),
        ];
      case 'part_won':
        return [{ at: at(0), ...dispute, amount }, stage(100, 'won'), { at: at(120), ...refund }];
      default:
        return [{ at: at(0), ...dispute, amount }, stage(100, 'lost'), { at: at(120), ...refund }];
    }
  });
}
