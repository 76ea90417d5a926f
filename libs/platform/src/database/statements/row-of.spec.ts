import { isoDates } from './row-of.js';

it('a row is returned with its dates as text, and no other change', () => {
  const at = new Date('2026-11-27T22:40:00.5Z');
  const row = { id: 'a', at, never: null, amount: '12', list: [1], inside: { of: 'json' } };
  expect(isoDates(row)).toEqual({ ...row, at: '2026-11-27T22:40:00.500Z' });
});
