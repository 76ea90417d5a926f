import type { ChangeLevel } from '@portal/contract';
import { upgradeOutcome, type UpgradeCase } from './upgrade-outcome.js';

const money = (amount: bigint, currency: string | null = 'usd') => ({ amount, currency });
const free = money(0n, null);
const one = (levels: ChangeLevel[], more: Partial<UpgradeCase> = {}): UpgradeCase => ({
  changes: levels.map((level) => ({ level })),
  accepts: 'harmless',
  gaps: [],
  before: free,
  after: free,
  ...more,
});

describe('what an upgrade means for an install', () => {
  it.each<[string, UpgradeCase, string, string[]]>([
    ['harmless changes where the tenant lets them', one(['cosmetic', 'additive']), 'alone', []],
    ['no difference at all', one([]), 'alone', []],
    ['harmless changes where it does not', one(['cosmetic'], { accepts: 'nothing' }), 'consent', ['asked_first']],
    ['a wider permission', one(['cosmetic', 'consent']), 'consent', ['consent']],
    ['a broken form', one(['breaking']), 'consent', ['breaking']],
    [
      'a setting that an install may lack',
      one([], { changes: [{ level: 'breaking', kind: 'config_required_added' }] }),
      'consent',
      ['breaking', 'settings_required'],
    ],
    [
      'a new setting that has a default',
      one([], { changes: [{ level: 'additive', kind: 'config_required_added' }] }),
      'alone',
      [],
    ],
    [
      'all of it',
      one(['breaking', 'compliance', 'commercial', 'consent']),
      'consent',
      ['consent', 'commercial', 'compliance', 'breaking'],
    ],
    ['a higher price', one([], { before: money(100n), after: money(101n) }), 'consent', ['price_raised']],
    ['a price where there was none', one([], { after: money(1n) }), 'consent', ['price_raised']],
    ['the same price', one([], { before: money(100n), after: money(100n) }), 'alone', []],
    ['a lower price', one([], { before: money(100n), after: money(99n) }), 'alone', []],
    ['no price any more', one([], { before: money(100n), after: free }), 'alone', []],
    ['another currency', one([], { before: money(100n), after: money(90n, 'eur') }), 'consent', ['price_raised']],
    [
      'an agreement that is not on file, whatever else',
      one(['consent'], { gaps: ['baa_required'] }),
      'blocked',
      ['baa_required'],
    ],
  ])('with %s', (_name, given, outcome, reasons) => expect(upgradeOutcome(given)).toEqual({ outcome, reasons }));
});
