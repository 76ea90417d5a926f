import { applicantSteps } from './application.page.js';
import { applySteps } from './apply.page.js';

const account = (...done: string[]) =>
  ['sign_agreement', 'issue_secret', 'submit_manifest'].map((code) => ({
    code,
    title: code,
    done: done.includes(code),
  }));
const history = (...actions: string[]) =>
  actions.map((action, i) => ({ id: `${i}`, at: '2026-11-01T00:00:00Z', action, actor: null, reason: null }));
const shown = (steps: readonly { title: string; state: string }[]): string =>
  steps.map((step) => `${step.title} ${step.state}`).join(', ');

it.each([
  ['submitted', [], 'Draft done, Submitted now, In review next, Decision next, Agreement next, Secret next'],
  ['changes_requested', [], 'Draft done, Submitted done, In review now, Decision next, Agreement next, Secret next'],
  ['rejected', [], 'Draft done, Submitted done, In review done, Decision done'],
  ['approved', [], 'Draft done, Submitted done, In review done, Decision done, Agreement now, Secret next'],
  [
    'approved',
    ['sign_agreement'],
    'Draft done, Submitted done, In review done, Decision done, Agreement done, Secret now',
  ],
  [
    'approved',
    ['sign_agreement', 'issue_secret'],
    'Draft done, Submitted done, In review done, Decision done, Agreement done, Secret done',
  ],
])(
  'the steps of an application that is %s, with %j done in the account, are shown as done, now and next',
  (state, done, expected) =>
    expect(shown(applicantSteps({ state: state as 'draft', history: [] }, account(...done) as never))).toBe(expected),
);

it('the steps of the account are not shown as done until the account is loaded', () =>
  expect(shown(applicantSteps({ state: 'approved', history: [] }, null))).toBe(
    'Draft done, Submitted done, In review done, Decision done, Agreement next, Secret next',
  ));

it.each([
  [['created', 'submitted', 'withdrawn'], 'Draft done, Submitted done, Withdrawn done'],
  [['created', 'submitted', 'opened', 'withdrawn'], 'Draft done, Submitted done, In review done, Withdrawn done'],
  [['created', 'withdrawn'], 'Draft done, Withdrawn done'],
])('an application that was withdrawn after %j shows only the steps that happened', (actions, expected) =>
  expect(shown(applicantSteps({ state: 'withdrawn', history: history(...actions) }, []))).toBe(expected),
);

describe('the steps of applying', () => {
  const said = (problems: Record<string, string>, unsaved: readonly string[] = []) =>
    applySteps((key) => (unsaved.includes(key) ? undefined : { problem: problems[key] }));

  it('are done when the server would accept all of their answers', () =>
    expect(shown(said({}))).toBe('You and your company done, What you will build done, Security contact done'));

  it('are not done while the server refuses an answer, the optional ones too', () =>
    expect(shown(said({ country: 'Not payable.', intended_scopes: 'Not one.' }))).toBe(
      'You and your company now, What you will build next, Security contact done',
    ));

  it('are not done while an answer is not on the server', () =>
    expect(shown(said({}, ['security_contact']))).toBe(
      'You and your company done, What you will build done, Security contact now',
    ));
});
