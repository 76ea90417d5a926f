import { afterEvent, checksDone, NOTHING_YET, type RunSoFar } from './validation-progress.js';

const events: [string, unknown][] = [
  ['queued', { ahead: 2, checks_total: 5 }],
  ['started', {}],
  ['progress', { checks: [{ check: 'schema', state: 'pass' }], requests: [] }],
  [
    'progress',
    {
      checks: [
        { check: 'schema', state: 'fail' },
        { check: 'hmac', state: 'warn' },
      ],
      requests: [{ method: 'GET', path: '/m', status: 200, failure: null }],
    },
  ],
];
const run = events.reduce<RunSoFar>((so, [type, data]) => afterEvent(so, type, data), NOTHING_YET);

it('checks are counted by group, in the order in which groups began', () => {
  expect(run).toEqual({
    phase: 'running',
    ahead: 2,
    total: 5,
    groups: [
      { name: 'schema', done: 2, failed: 1, warned: 0 },
      { name: 'hmac', done: 1, failed: 0, warned: 1 },
    ],
    requests: [{ method: 'GET', path: '/m', status: 200, failure: null }],
  });
  expect(checksDone(run)).toBe(3);
});

it('a stream that begins again is counted again', () =>
  expect(checksDone(afterEvent(run, 'queued', { ahead: 0, checks_total: 5 }))).toBe(0));

it.each([
  ['heartbeat', {}],
  ['progress', null],
  ['progress', 'text'],
])('%s with %p breaks nothing', (type, data) => expect(checksDone(afterEvent(run, type, data))).toBe(3));
