import * as fc from 'fast-check';
import {
  accountStates,
  conditionOf,
  type AccountState,
  type AccountStatus,
} from '../offboarding/domain/account-state.js';
import { AUTHOR_CAPABILITIES } from '../organizations/domain/author-capabilities.js';
import { problemsOf, slugProblems, tidyAnswers, type Answers } from '../applications/domain/answers.js';
import {
  applicationStates,
  isEditable,
  submittedState,
  type ApplicationState,
} from '../applications/domain/application-state.js';
import { assertReason, DECISIONS, REASONS, stateAfter } from '../applications/domain/decision.js';
import { lookAlikes } from '../applications/domain/look-alike.js';
import { nextSteps, type AuthorSituation } from '../applications/domain/next-steps.js';
import { canBeTakenBack, offboardingDates, mayApplyFrom } from '../offboarding/domain/offboarding.js';

const MOVES: Record<ApplicationState, ApplicationState[]> = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['in_review', 'withdrawn'],
  in_review: ['changes_requested', 'approved', 'rejected', 'withdrawn'],
  changes_requested: ['in_review', 'withdrawn'],
  approved: [],
  rejected: ['in_review'],
  withdrawn: [],
};

describe('an application', () => {
  const pairs = applicationStates.states.flatMap((from) => applicationStates.states.map((to) => [from, to] as const));
  it.each(pairs)('changes from %s to %s only if the table of states allows it', (from, to) =>
    expect(applicationStates.can(from, to)).toBe(MOVES[from].includes(to)),
  );
  it('ends with approval or withdrawal, while a refusal can be appealed', () =>
    expect(applicationStates.final).toEqual(['approved', 'withdrawn']));
  it('can be edited exactly in the states from which it can be submitted', () => {
    for (const state of applicationStates.states)
      expect(isEditable(state)).toBe(
        applicationStates.can(state, submittedState(state)) && ['draft', 'changes_requested'].includes(state),
      );
  });
  it.each(DECISIONS)('%s leads to a state that follows in_review', (decision) =>
    expect(applicationStates.can('in_review', stateAfter(decision))).toBe(true),
  );
  it('is decided only with a reason that belongs to the decision', () => {
    for (const decision of DECISIONS) {
      for (const code of REASONS[decision]) expect(() => assertReason(decision, code)).not.toThrow();
      expect(() => assertReason(decision, 'because')).toThrow();
    }
    expect(() => assertReason('approve', 'not_a_product')).toThrow();
  });
});

describe('an author account', () => {
  const at = (ms: number): Date => new Date(1_800_000_000_000 + ms);
  const account = (state: AccountState, currentSigned = true, signUntil: Date | null = null) => ({
    state,
    agreementInForce: true,
    currentSigned,
    signUntil,
    leaving: false,
  });
  const submits = (status: AccountStatus, ms = 0) =>
    AUTHOR_CAPABILITIES.refusal(conditionOf(status, at(ms)), 'submit')?.code;
  it.each([
    ['pending_agreement', 'agreement_required'],
    ['suspended', 'account_suspended'],
    ['terminated', 'account_terminated'],
  ] as const)('that is %s may not submit: %s', (state, code) => expect(submits(account(state))).toBe(code));
  it.each([
    [-1, undefined],
    [0, 'agreement_required'],
    [1, 'agreement_required'],
  ])('may submit until the deadline of a new agreement (%i ms): %s', (ms, code) =>
    expect(submits(account('active', false, at(0)), ms)).toBe(code),
  );
  it('may not submit while nothing to sign is published, and is told who must do that', () =>
    expect(submits({ ...account('pending_agreement'), agreementInForce: false })).toBe('agreement_not_published'));
  it('may submit with a new agreement that has no deadline', () =>
    expect(submits(account('active', false))).toBeUndefined());
  it('allows nothing new once its end is announced', () =>
    expect(submits({ ...account('active'), leaving: true })).toBe('account_offboarding'));
  it('cannot be reopened after its end', () => expect(accountStates.final).toEqual(['terminated']));
});

const good: Answers = {
  founderName: 'Ada Example',
  companyName: 'Example GmbH',
  country: 'DE',
  website: 'https://example.com',
  github: '',
  driveName: 'Content Studio',
  driveSlug: 'content-studio',
  description: 'Plans and writes posts for a team.',
  category: '',
  intendedScopes: [],
  dataClasses: [],
  securityContact: 'security@example.com',
  manifestUrl: '',
};

describe('the answers of an application', () => {
  it('have no problem when they are complete', () => expect(problemsOf(good)).toEqual([]));
  it('name a category of the catalogue or none', () => {
    expect(problemsOf({ ...good, category: 'Content' })).toEqual([]);
    expect(problemsOf({ ...good, category: 'content' }).map((p) => p.pointer)).toEqual(['/category']);
  });
  it('are all reported, each at its field, when all are missing', () => {
    const empty = tidyAnswers({
      founderName: '',
      companyName: ' ',
      country: '',
      website: '',
      github: '',
      driveName: '',
      driveSlug: '',
      description: '',
      category: '',
      intendedScopes: [],
      dataClasses: [],
      securityContact: '',
      manifestUrl: '',
    });
    expect(problemsOf(empty).map((p) => p.pointer)).toEqual([
      '/founder_name',
      '/company_name',
      '/country',
      '/website',
      '/drive_name',
      '/drive_slug',
      '/description',
      '/security_contact',
    ]);
  });
  it.each([
    ['country', 'KP', 'not_payable'],
    ['country', 'Germany', 'unknown'],
    ['country', 'XX', 'unknown'],
    ['country', '', 'required'],
    ['website', 'javascript:alert(1)', 'format'],
    ['website', 'https://user@example.com', 'format'],
    ['securityContact', 'nobody', 'format'],
    ['github', 'https://evil.example/ada', 'format'],
    ['github', 'ada lovelace', 'format'],
    ['manifestUrl', 'javascript:alert(1)', 'format'],
    ['manifestUrl', 'quill', 'format'],
    ['intendedScopes', ['venture.read', '<b>'], 'format'],
    ['dataClasses', ['contact', '<b>'], 'format'],
  ] as const)('refuse the %s %s: %s', (field, value, code) =>
    expect(problemsOf({ ...good, [field]: value }).map((p) => p.code)).toEqual([code]),
  );
  it.each([
    ['github', 'ada-l'],
    ['github', 'https://github.com/ada/quill'],
    ['manifestUrl', 'https://quill.example.com/api/platform/drive/manifest'],
    ['manifestUrl', 'http://127.0.0.1:4010/api/platform/drive/manifest'],
    ['intendedScopes', ['venture.read', 'events.receive:brand.updated']],
    ['dataClasses', ['contact', 'phi']],
  ] as const)('accept the %s %j', (field, value) => expect(problemsOf({ ...good, [field]: value })).toEqual([]));
  it('have lists in lower case, without blanks and repetitions', () =>
    expect(tidyAnswers({ ...good, dataClasses: [' PHI ', 'phi', '', 'contact'] }).dataClasses).toEqual([
      'phi',
      'contact',
    ]));
  it.each([
    ['ab', 'too_short'],
    ['abc', undefined],
    ['a'.repeat(63), undefined],
    ['a'.repeat(64), 'format'],
    ['Abc', 'format'],
    ['a--b', 'format'],
    ['-ab', 'format'],
    ['api', 'reserved'],
    ['straße', 'format'],
  ])('judge the slug %s: %s', (slug, code) => expect(slugProblems(slug)[0]?.code).toBe(code));
});

describe('look-alike slugs', () => {
  it.each([
    ['content-studio', 'contentstudio', true],
    ['paypal', 'paypa1', true],
    ['modern', 'modem', true],
    ['notes', 'note', true],
    ['notes', 'votes', true],
    ['notes', 'coins', false],
    ['notes', 'notes', false],
  ])('%s and %s: %s', (a, b, alike) => expect(lookAlikes(a, [b]).length > 0).toBe(alike));
  it('are symmetrical', () => {
    const slug = fc.stringMatching(/^[a-z0-9]{3,8}$/);
    fc.assert(fc.property(slug, slug, (a, b) => lookAlikes(a, [b]).length === lookAlikes(b, [a]).length));
  });
});

describe('the next steps of an author', () => {
  const start: AuthorSituation = {
    application: null,
    account: null,
    agreementSigned: false,
    drives: 0,
    drivesWithSecret: 0,
    manifestSubmitted: null,
    payoutsReady: null,
  };
  const open = (s: AuthorSituation) =>
    nextSteps(s)
      .filter((x) => !x.done)
      .map((x) => x.code);
  const active: AuthorSituation = {
    ...start,
    application: 'approved',
    account: 'active',
    agreementSigned: true,
    drives: 1,
    manifestSubmitted: false,
    payoutsReady: false,
  };
  it.each([
    ['nothing yet', start, ['apply']],
    ['a draft', { ...start, application: 'draft' }, ['submit_application']],
    ['waiting', { ...start, application: 'submitted' }, []],
    ['questions', { ...start, application: 'changes_requested' }, ['answer_review']],
    ['under review', { ...start, application: 'in_review' }, []],
    ['rejected', { ...start, application: 'rejected' }, ['read_decision']],
    ['withdrawn', { ...start, application: 'withdrawn' }, ['apply']],
    [
      'approved',
      { ...start, application: 'approved', account: 'pending_agreement', drives: 1 },
      ['sign_agreement', 'issue_secret'],
    ],
    ['signed', active, ['issue_secret', 'submit_manifest', 'setup_payouts']],
    ['secret issued', { ...active, drivesWithSecret: 1 }, ['submit_manifest', 'setup_payouts']],
    ['all done', { ...active, drivesWithSecret: 1, manifestSubmitted: true, payoutsReady: true }, []],
    ['terminated', { ...active, account: 'terminated' }, []],
  ] as [string, AuthorSituation, string[]][])('are shown for: %s', (_name, situation, expected) =>
    expect(open(situation)).toEqual(expected),
  );
});

describe('an offboarding', () => {
  const day = (n: number): Date => new Date(1_800_000_000_000 + n * 86_400_000);

  it('can be cancelled for a week, then leaves installs the 90 days that they were promised', () => {
    expect(offboardingDates(day(0))).toEqual({ closesAt: day(7), endsAt: day(97) });
    expect([day(0), day(6.999), day(7), day(8)].map((now) => canBeTakenBack(day(0), now))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('lets people apply again after 90 days, unless the operator ended the account', () => {
    expect(mayApplyFrom({ endedAt: day(0), byStaff: false })).toEqual(day(90));
    expect(mayApplyFrom({ endedAt: day(0), byStaff: true })).toBeNull();
  });
});
