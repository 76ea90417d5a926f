import { applicantSteps } from './application.js';

const account = (...done: string[]) =>
  ['sign_agreement', 'issue_secret', 'submit_manifest'].map((code) => ({
    code,
    title: code,
    done: done.includes(code),
  }));
const marks = (state: string, ...done: string[]): string =>
  applicantSteps(state, account(...done) as never)
    .map((step) => `${step.title} ${step.state}`)
    .join(', ');

it.each([
  ['submitted', [], 'Draft done, Submitted now, In review next, Decision next, Agreement next, Secret next'],
  ['rejected', [], 'Draft done, Submitted done, In review done, Decision now'],
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
])('an application that is %s, with %j done in the account', (state, done, expected) =>
  expect(marks(state, ...done)).toBe(expected),
);
