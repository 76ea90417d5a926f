import { exactNumber, isNumberText } from './exact-number.js';

it.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['-0.10', -0.1],
  ['007', 7],
  ['-0', 0],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['0.12345678901234567890', '0.12345678901234567890'],
  ['2.', '2.'],
  ['1e3', '1e3'],
  ['abc', 'abc'],
  ['', ''],
])('the number %s is read as %p', (text, number) => {
  expect(exactNumber(text)).toBe(number);
});

it('too many digits are distinguished from an invalid number', () => {
  expect(['9007199254740993', '1.5', 'x', 7].map(isNumberText)).toEqual([true, true, false, false]);
});
