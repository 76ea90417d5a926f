import {
  APPLICATION_CRITERIA,
  evidenceOf,
  gapOf,
  lacksNote,
  type ApplicationFacts,
  type ApplicationJudgement,
  type Verdict,
} from './application-criteria.js';
import type { Decision } from './decision.js';

const judged = (first: Verdict, round = 1): ApplicationJudgement[] =>
  APPLICATION_CRITERIA.map(({ id }, i) => ({ criterion: id, verdict: i === 0 ? first : 'pass', note: 'x', round }));

describe('a decision about an application', () => {
  it.each<[Decision, Verdict, string | undefined]>([
    ['approve', 'pass', undefined],
    ['approve', 'needs_change', 'application_criteria_against'],
    ['approve', 'fail', 'application_criteria_against'],
    ['request_changes', 'pass', 'application_nothing_against'],
    ['request_changes', 'needs_change', undefined],
    ['request_changes', 'fail', undefined],
    ['reject', 'pass', 'application_nothing_failed'],
    ['reject', 'needs_change', 'application_nothing_failed'],
    ['reject', 'fail', undefined],
  ])('to %s with one criterion judged %s has the result %s', (decision, verdict, code) => {
    expect(gapOf(decision, { round: 1, judgements: judged(verdict) })?.code).toBe(code);
  });

  it('to approve is refused until every criterion is judged in this review round', () => {
    const missing = judged('fail').slice(1);
    expect(gapOf('approve', { round: 1, judgements: missing })).toEqual({
      code: 'application_unjudged',
      criteria: ['identity'],
    });
    const later = gapOf('approve', { round: 2, judgements: judged('pass') });
    expect(later?.criteria).toHaveLength(APPLICATION_CRITERIA.length);
  });

  it('to reject needs the failed criterion of this round alone', () => {
    const failed = judged('fail').slice(0, 1);
    expect(gapOf('reject', { round: 1, judgements: failed })).toBeUndefined();
    expect(gapOf('request_changes', { round: 1, judgements: failed })).toBeUndefined();
    expect(gapOf('reject', { round: 2, judgements: failed })?.code).toBe('application_nothing_failed');
  });
});

it('requires a note for what speaks against the application, and for what only the reviewer has seen', () => {
  const lacks = (criterion: string, verdict: Verdict, note: string): boolean => lacksNote({ criterion, verdict, note });
  expect(lacks('name', 'pass', '')).toBe(false);
  expect(lacks('name', 'fail', 'too short')).toBe(true);
  expect(lacks('name', 'needs_change', 'long enough')).toBe(false);
  expect(lacks('identity', 'pass', '')).toBe(true);
  expect(lacks('identity', 'pass', 'In the register of companies.')).toBe(false);
});

describe('the evidence for an application', () => {
  const facts: ApplicationFacts = {
    founderName: 'Ada',
    companyName: 'Works',
    country: 'US',
    countryPayable: true,
    website: 'https://www.example.com/about',
    github: '',
    driveSlug: 'words',
    manifestUrl: '',
    manifestCheck: null,
    category: '',
    intendedScopes: ['venture.read'],
    dataClasses: [],
    securityContact: 'security@mail.example.com',
    lookAlikes: [],
    nameFindings: [],
    neighbours: [],
    earlier: [],
  };

  it('covers every criterion', () => {
    const evidence = evidenceOf(facts);
    for (const { id } of APPLICATION_CRITERIA) expect([id, evidence[id].length > 0]).toEqual([id, true]);
  });

  it.each([
    ['security@example.com', 'https://example.com', true],
    ['security@mail.example.com', 'https://www.example.com', true],
    ['security@example.com', 'https://app.example.com', true],
    ['security@notexample.com', 'https://example.com', false],
    ['ada@gmail.com', 'https://example.com', false],
    ['ada@example.com', 'not an address', false],
  ])('says whether %s is at the domain of %s: %s', (securityContact, website, same) => {
    const [sentence] = evidenceOf({ ...facts, securityContact, website }).security_contact;
    expect(sentence!.includes(' is at ')).toBe(same);
  });

  it.each([
    [null, 'Not checked'],
    [{ state: 'waiting', errors: 0, warnings: 0 } as const, 'has not finished yet'],
    [{ state: 'passed', errors: 0, warnings: 2 } as const, 'passes every check'],
    [{ state: 'failed', errors: 3, warnings: 1 } as const, '3 errors and 1 warnings'],
  ])('states what the check of the manifest found: %j', (manifestCheck, words) => {
    const found = evidenceOf({ ...facts, manifestUrl: 'https://example.com/manifest', manifestCheck });
    expect(found.product.join(' ')).toContain(words);
  });

  it('claims no search of sanctions lists, and asks the reviewer for one', () => {
    expect(evidenceOf(facts).sanctions[0]).toContain('does not screen');
    const { sentence, noteAlways } = APPLICATION_CRITERIA.find(({ id }) => id === 'sanctions')!;
    expect([sentence.includes('Neither'), noteAlways]).toEqual([false, true]);
  });

  it('counts the earlier applications that were rejected', () => {
    const earlier = [
      { state: 'rejected', shares: ['person'] },
      { state: 'approved', shares: ['domain'] },
    ];
    expect(evidenceOf({ ...facts, earlier }).identity.at(-1)).toContain('2 earlier applications');
    expect(evidenceOf({ ...facts, earlier }).identity.at(-1)).toContain('1 of them rejected');
  });
});
