import { actsAt, gapSince, type LapseFacts } from './compliance-lapse.js';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const NOW = at(20);
const facts = (change: Partial<LapseFacts>): LapseFacts => ({
  agreementUntil: null,
  changedAt: null,
  evidenceUntil: null,
  ...change,
});

describe('a compliance lapse', () => {
  it.each<[string, Parameters<typeof gapSince>[0], LapseFacts, Date | null]>([
    ['an agreement that ended', 'baa_required', facts({ agreementUntil: at(10), changedAt: at(2) }), at(10)],
    ['one that ends this instant', 'baa_required', facts({ agreementUntil: NOW, changedAt: at(2) }), NOW],
    ['a removed one', 'baa_required', facts({ changedAt: at(12) }), at(12)],
    ['one that never existed', 'baa_required', facts({}), null],
    ['a tenant that became regulated', 'compliance_missing', facts({ changedAt: at(5) }), at(5)],
    ['a requested region', 'residency_missing', facts({ changedAt: at(5) }), at(5)],
    ['evidence that ended', 'claims_unproven', facts({ evidenceUntil: at(9), changedAt: at(5) }), at(9)],
    [
      'evidence from before somebody relied on it',
      'claims_unproven',
      facts({ evidenceUntil: at(3), changedAt: at(5) }),
      at(5),
    ],
    ['no evidence ever', 'claims_unproven', facts({ changedAt: at(5) }), at(5)],
  ])('is recognised for %s', (_name, gap, of, since) => expect(gapSince(gap, of, NOW)).toEqual(since));

  it('is acted on after a fixed number of days, or never', () => {
    expect(actsAt({ version: 1, action: 'warn', days: 30 }, NOW)).toBeNull();
    expect(actsAt({ version: 1, action: 'pause', days: 0 }, NOW)).toEqual(NOW);
    expect(actsAt({ version: 1, action: 'remove', days: 10 }, NOW)).toEqual(at(30));
  });
});
