import { partsOf } from './audit.page.js';

it.each([
  [null, null, []],
  [
    null,
    { version: 1, ended: [2] },
    [
      ['version', null, '1'],
      ['ended', null, '[2]'],
    ],
  ],
  [{ state: 'open', by: 'Ada' }, { state: 'closed', by: 'Ada' }, [['state', 'open', 'closed']]],
  [{ holder: 'Rui' }, null, [['holder', 'Rui', null]]],
  ['one', 'two', [['', 'one', 'two']]],
  [[1], [1, 2], [['', '[1]', '[1,2]']]],
])('the difference between %j before and %j after is shown part by part', (before, after, parts) =>
  expect(partsOf(before, after)).toEqual(parts),
);
