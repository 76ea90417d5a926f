import type { CheckView } from '../../api/schema.js';
import { checkSummary, groupChecks } from './check-groups.js';

const check = (id: string, group: string, state: string): CheckView =>
  ({ id, group, state, title: id, rule: id, findings: [] }) as CheckView;

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

it('a group counts its checks that are done and those that failed', () => {
  expect(checkSummary([check('a', 'g', 'pass'), check('b', 'g', 'fail'), check('c', 'g', 'queued')])).toBe(
    '2 of 3 checks done, 1 failed.',
  );
  expect(checkSummary([])).toBe('0 of 0 checks done.');
});
