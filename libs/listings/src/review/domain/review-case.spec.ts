import { conformanceCatalogue, NEVER_SIGNED, NOTHING_TO_CHECK } from '@portal/conformance';
import { composeRequest, clockOf, gapOf, type CaseFacts, type Judgement, type Verdict } from './review-case.js';
import {
  CRITERIA,
  CRITERION_IDS,
  criterionOf,
  criterionOfCheck,
  judgedTogether,
  type CriterionId,
} from './review-criteria.js';
import { LISTING_CHECKS } from '../../submissions/listing-checks.js';
import { DECISIONS, type Decision } from '../../submissions/domain/submission-state.js';

const judge = (criterion: CriterionId, verdict: Verdict, round = 1): Judgement => ({
  criterion,
  verdict,
  note: verdict === 'pass' ? '' : `About ${criterion}.`,
  round,
});
/** All pass but those named. */
const facts = (except: Partial<Record<CriterionId, Verdict>> = {}, more: Partial<CaseFacts> = {}): CaseFacts => ({
  round: 1,
  judgements: CRITERION_IDS.map((id) => judge(id, except[id] ?? 'pass')),
  excepted: new Set(),
  unproven: [],
  ...more,
});

describe('the criteria of a review', () => {
  it('have unique names and a sentence each', () => {
    expect(new Set(CRITERION_IDS).size).toBe(CRITERIA.length);
    for (const { id, sentence, title } of CRITERIA) {
      expect(id).toMatch(/^[a-z_]+$/);
      expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
      expect(title).not.toBe('');
    }
    expect(criterionOf('taste')).toBeUndefined();
  });

  it('name existing checks, once each, and show every check somewhere', () => {
    const known = new Set([...conformanceCatalogue(), ...LISTING_CHECKS].map(({ id }) => id));
    const named = CRITERIA.flatMap(({ checks }) => [...checks]);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    const groups = CRITERIA.flatMap((criterion) => [...criterion.groups]);
    expect([...groups].sort()).toEqual(['endpoints', 'events', 'hmac', 'lifecycle', 'listing', 'schema']);
    expect(criterionOfCheck({ id: 'C121', group: 'endpoints' })).toBe('transport_security');
    expect(criterionOfCheck({ id: 'C40', group: 'endpoints' })).toBe('endpoint_behaviour');
  });

  it('have a text for "not applicable" exactly if they may be judged so', () => {
    const bare = { permissionsRequested: [], configSchema: null, compliance: null, pricing: { kind: 'none' } };
    const nothing = { manifest: bare as never, update: false };
    for (const criterion of CRITERIA) expect(criterion.applies(nothing)).toBe(criterion.notApplicable === null);
  });
});

describe('one step for several criteria', () => {
  const passed = { state: 'pass', reason: null };
  const together = (id: CriterionId, facts: Partial<Parameters<typeof judgedTogether>[1]> = {}) =>
    judgedTogether(criterionOf(id)!, { applies: true, checks: [passed], changes: [], ...facts });

  it('takes only what every check shows', () => {
    expect(together('request_signing')).toBe(true);
    const none = { state: 'skipped', reason: NOTHING_TO_CHECK };
    const kept = { state: 'skipped', reason: NEVER_SIGNED };
    expect(together('request_signing', { checks: [passed, kept] })).toBe(true);
    expect(together('request_signing', { checks: [passed, none] })).toBe(true);
    for (const [state, reason] of [
      ['warn', null],
      ['fail', null],
      ['queued', null],
      ['skipped', 'not_reached'],
      ['skipped', 'not_in_this_run'],
    ] as const)
      expect([state, reason, together('request_signing', { checks: [passed, { state, reason }] })]).toEqual([
        state,
        reason,
        false,
      ]);
  });

  it('takes no scope, compliance, disguise or change that applies', () => {
    const alone = [
      'scope_minimisation',
      'compliance_claims',
      'do_not_rules',
      'change_impact',
      'listing_quality',
    ] as const;
    for (const id of alone) expect([id, together(id)]).toEqual([id, false]);
    expect(together('compliance_claims', { applies: false })).toBe(true);
  });

  it.each<[CriterionId, string]>([
    ['pricing', '/drive/pricing_tier'],
    ['pricing', '/quota/limit'],
    ['configuration_form', '/config_schema/properties/key'],
    ['claims_versus_actual', '/events_consumed'],
    ['install_lifecycle', '/endpoints/install'],
    ['transport_security', ''],
  ])('takes no %s when the changes touch %s', (id, pointer) => {
    expect(together(id, { changes: [{ pointer }] })).toBe(false);
    expect(together(id, { changes: [{ pointer: '/drive/docs_url' }] })).toBe(true);
  });

  it('finds that a permission to data of a class is a claim about regulated data', () => {
    const manifest = { compliance: null, permissionsRequested: ['data.phi'] } as never;
    expect(criterionOf('compliance_claims')!.applies({ manifest, update: false })).toBe(true);
  });
});

describe('the gate of a decision', () => {
  it('lets no approval pass until every criterion is judged', () => {
    const half = { ...facts(), judgements: facts().judgements.slice(3) };
    expect(gapOf('approve', half)).toEqual({ code: 'criteria_unjudged', criteria: CRITERION_IDS.slice(0, 3) });
    expect(gapOf('reject', half)).toEqual({ code: 'nothing_failed', criteria: [] });
    expect(gapOf('request_changes', half)).toEqual({ code: 'nothing_against', criteria: [] });
  });

  it.each<[Verdict, Decision[]]>([
    ['fail', ['request_changes', 'reject']],
    ['needs_change', ['request_changes']],
    ['pass', []],
  ])('with %s of one criterion and nothing else judged lets %j through', (verdict, may) => {
    const one = { ...facts(), judgements: [judge('scope_minimisation', verdict)] };
    expect(DECISIONS.filter((decision) => gapOf(decision, one) === undefined)).toEqual(may);
  });

  it.each<[Verdict, boolean, boolean, boolean]>([
    ['pass', true, false, false],
    ['not_applicable', true, false, false],
    ['needs_change', false, true, false],
    ['fail', false, true, true],
  ])('applies to one criterion judged %s', (verdict, ...may) => {
    const one = facts({ pricing: verdict });
    expect(DECISIONS.map((decision) => gapOf(decision, one) === undefined)).toEqual(may);
  });

  it('lets an approval through with an exception, for its own criterion only', () => {
    const two = facts({ pricing: 'fail', do_not_rules: 'fail' }, { excepted: new Set(['pricing']) });
    expect(gapOf('approve', two)).toEqual({ code: 'criteria_against', criteria: ['do_not_rules'] });
    const one = facts({ pricing: 'fail' }, { excepted: new Set(['pricing']) });
    expect(gapOf('approve', one)).toBeUndefined();
  });

  it('lets no approval through a failed check that sends a Drive back, whatever was judged', () => {
    const unproven = [
      { criterion: 'install_lifecycle', blocks: true },
      { criterion: 'pricing', blocks: false },
    ] as const;
    const one = facts({}, { unproven });
    expect(gapOf('approve', one)).toEqual({ code: 'checks_block', criteria: ['install_lifecycle'] });
    const bad = facts({ install_lifecycle: 'fail' }, { unproven });
    for (const decision of ['request_changes', 'reject'] as const) expect(gapOf(decision, bad)).toBeUndefined();
  });

  it('reopens in the next round what was judged against the Drive, and keeps what passed', () => {
    const next = facts({ pricing: 'needs_change', listing_quality: 'fail' }, { round: 2 });
    expect(gapOf('approve', next)).toEqual({ code: 'criteria_unjudged', criteria: ['pricing', 'listing_quality'] });
    expect(gapOf('reject', next)?.code).toBe('nothing_failed');
    const again = next.judgements.map((one) => (one.verdict === 'pass' ? one : judge(one.criterion, 'pass', 2)));
    expect(gapOf('approve', { ...next, judgements: again })).toBeUndefined();
  });

  it('includes in a request every note that asks for something, in the order of the list', () => {
    const text = composeRequest(facts({ listing_quality: 'fail', manifest_validity: 'needs_change' }));
    expect(text).toBe('Manifest validity: About manifest_validity.\n\nListing quality: About listing_quality.');
  });
});

describe('the clock of a case', () => {
  const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));

  it('gives each party its total time, and the current party since when', () => {
    const clock = clockOf(
      [
        { state: 'received', at: at(0) },
        { state: 'validating', at: at(1) },
        { state: 'in_review', at: at(2) },
        { state: 'changes_requested', at: at(5) },
        { state: 'in_review', at: at(15) },
      ],
      at(17),
    );
    const hour = 3_600_000;
    expect(clock).toEqual({
      party: 'reviewer',
      since: at(15),
      total: { portal: 2 * hour, reviewer: 5 * hour, author: 10 * hour },
    });
  });

  it('stops when the case is over, and has nothing before it begins', () => {
    const moves = [
      { state: 'in_review', at: at(0) },
      { state: 'approved', at: at(3) },
    ] as const;
    expect(clockOf(moves, at(50))).toMatchObject({ party: null, since: at(3), total: { reviewer: 3 * 3_600_000 } });
    expect(clockOf([], at(1))).toBeUndefined();
  });

  it('counts a party’s time across several states from its beginning', () => {
    const moves = [
      { state: 'received', at: at(0) },
      { state: 'validating', at: at(1) },
    ] as const;
    expect(clockOf(moves, at(2))).toMatchObject({ party: 'portal', since: at(0) });
  });
});
