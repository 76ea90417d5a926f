import { partsOf } from './audit.page.js';

it.each([
  [null, null, []],
  [
    null,
    { version: 1, ended: [2] },
    [
      ['version', null, '1'],
      ['ended', null, '2'],
    ],
  ],
  [{ state: 'open', by: 'Ada' }, { state: 'closed', by: 'Ada' }, [['state', 'open', 'closed']]],
  [
    { prices: { eur: 1 }, steps: [{ at: 1 }] },
    { prices: { eur: 2, usd: 3 }, steps: [{ at: 1 }, { at: 2 }], paid_out: true },
    [
      ['prices eur', '1', '2'],
      ['prices usd', null, '3'],
      ['steps 2 at', null, '2'],
      ['paid out', null, 'Yes'],
    ],
  ],
  [{ holder: 'Rui' }, null, [['holder', 'Rui', null]]],
  ['one', 'two', [['', 'one', 'two']]],
  [[1], [1, 2], [['', '1', '1, 2']]],
])('the difference between %j before and %j after is shown part by part', (before, after, parts) =>
  expect(partsOf(before, after)).toEqual(parts),
);
