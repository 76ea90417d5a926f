import type { CheckView } from '../../api/schema.js';
import { groupChecks } from './check-groups.js';
import { checksText } from './checks-text.js';

const check = (id: string, group: string, state: string): CheckView =>
  ({ id, group, state, title: id, rule: id, reason: null, cleared: null, findings: [] }) as CheckView;

it('groups and checks keep the order in which they came', () => {
  const groups = groupChecks([check('a', 'schema', 'pass'), check('b', 'hmac', 'fail'), check('c', 'schema', 'pass')]);
  expect(groups.map((group) => [group.name, group.checks.map((one) => one.id)])).toEqual([
    ['schema', ['a', 'c']],
    ['hmac', ['b']],
  ]);
});

it.each([
  [['queued', 'queued'], 'queued'],
  [['pass', 'queued'], 'running'],
  [['fail', 'queued'], 'running'],
  [['pass', 'fail', 'warn'], 'fail'],
  [['pass', 'warn', 'skipped'], 'warn'],
  [['pass', 'skipped'], 'pass'],
  [['skipped', 'skipped'], 'skipped'],
])('a group of %j has the status %s', (states, expected) => {
  expect(groupChecks(states.map((state, i) => check(String(i), 'g', state)))[0]?.state).toBe(expected);
});

it('says the same figures of every set of checks: how many passed of all, and what became of each of the others', () => {
  const counts = {
    passed: 113,
    warned: 3,
    failed: 0,
    errored: 0,
    observed: 0,
    accepted: 0,
    accepted_on: null,
    not_run: 20,
    waiting: 0,
    total: 136,
  };
  expect(checksText(counts).join(' ')).toBe('113 of 136 checks passed, 3 warned, 0 failed, 20 not run');
  expect(checksText({ ...counts, passed: 109, failed: 4, accepted: 4, accepted_on: '2026-05-03' }).join(' ')).toBe(
    '109 of 136 checks passed, 3 warned, 4 failed, 20 not run, 4 accepted on 3 May 2026 by exception',
  );
  expect(checksText({ ...counts, passed: 112, errored: 1 })[1]).toContain('1 errored, 20 not run');
  expect(checksText({ ...counts, passed: 112, observed: 1 })[1]).toContain('20 not run, 1 only observed');
  expect(checksText({ ...counts, passed: 3, not_run: 0, waiting: 130 })[1]).toContain('130 still to run');
});
