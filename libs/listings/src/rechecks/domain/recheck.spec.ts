import { changedCriteria, type CheckFacts } from './recheck.js';

const check = (id: string, group: string, status = 'pass', findings: object[] = []): CheckFacts => ({
  id,
  group,
  status,
  findings,
});
const slow = (received: string) => ({ level: 'warning', rule: 'slow_answer', pointer: '/health', received });
const before = [check('C01', 'schema'), check('C40', 'endpoints', 'warn', [slow('2100 ms')]), check('C100', 'hmac')];

it.each<[string, CheckFacts[], string[]]>([
  ['no difference', before, []],
  [
    'another measured time',
    before.map((one) => (one.id === 'C40' ? check('C40', 'endpoints', 'warn', [slow('3000 ms')]) : one)),
    [],
  ],
  [
    'a check that fails now',
    before.map((one) => (one.id === 'C100' ? check('C100', 'hmac', 'fail') : one)),
    ['request_signing'],
  ],
  [
    'another finding of the same check',
    before.map((one) =>
      one.id === 'C40' ? check('C40', 'endpoints', 'warn', [{ ...slow('2100 ms'), pointer: '/metrics' }]) : one,
    ),
    ['endpoint_behaviour'],
  ],
  ['a check that could not be tried before and passes now', [...before, check('C134', 'events')], []],
  [
    'a check that could not be tried before and fails now',
    [...before, check('C134', 'events', 'warn', [slow('1 ms')])],
    ['install_lifecycle'],
  ],
  [
    'a check that cannot be tried any more',
    before.map((one) => (one.id === 'C01' ? check('C01', 'schema', 'skipped') : one)),
    ['manifest_validity'],
  ],
  ['a check that is gone', before.filter(({ id }) => id !== 'C01'), ['manifest_validity']],
  ['a check that is new', [...before, check('C41', 'endpoints')], ['endpoint_behaviour']],
])('a re-check that finds %s reopens its criteria only', (_what, after, criteria) => {
  const skipped = after.some(({ id }) => id === 'C134') ? [check('C134', 'events', 'skipped')] : [];
  expect(changedCriteria([...before, ...skipped], after)).toEqual(criteria);
});
