import { ApiError } from '../../../api/errors.js';
import {
  amountText,
  amountValue,
  errorAt,
  percentText,
  percentValue,
  startsFrom,
  textOf,
  wholeList,
  wholeValue,
} from './policy-draft.js';

describe('fields of a policy', () => {
  it.each([
    [7000, '70.00'],
    [1, '0.01'],
    [0, '0.00'],
    ['abc', 'abc'],
  ])('writes %p hundredths of a percent as %s', (points, text) => expect(percentText(points)).toBe(text));

  it.each([
    ['70', 7000],
    ['70.5', 7050],
    ['0.01', 1],
    ['70.555', '70.555'],
    ['', ''],
    ['-1', '-1'],
    ['seventy', 'seventy'],
  ])('reads %p percent, and keeps invalid input as typed', (text, points) => expect(percentValue(text)).toBe(points));

  it.each([
    ['12', 12],
    [' 7 ', 7],
    ['1.5', '1.5'],
    ['', ''],
  ])('reads the whole number %p', (text, value) => expect(wholeValue(text)).toBe(value));

  it('reads a list and leaves invalid numbers for the server to refuse', () => {
    expect(wholeList('1, 3,7,')).toEqual([1, 3, 7]);
    expect(wholeList('1, x')).toEqual([1, 'x']);
    expect(wholeList('')).toEqual([]);
  });

  it.each([
    ['usd', '2500', '25.00'],
    ['jpy', '3000', '3000'],
    ['kwd', '8000', '8.000'],
  ])('writes amounts of %s with its own decimals and reads them back', (currency, minor, text) => {
    expect(amountText(minor, currency)).toBe(text);
    expect(amountValue(text, currency)).toBe(minor);
  });

  it('never takes a misread amount for minor units', () => {
    expect(amountValue('25.005', 'usd')).toBe('?25.005');
    expect(amountValue('25.5', 'jpy')).toBe('?25.5');
    expect(textOf('?25.005')).toBe('25.005');
  });

  it('finds the server’s errors at a place and below it, each sentence once', () => {
    const detail = (pointer: string, message: string) => ({ pointer, code: 'x', message });
    const error = new ApiError(422, 'policy_value_invalid', 'Wrong.', [
      detail('/value/after_days/0', 'A number.'),
      detail('/value/after_days/1', 'A number.'),
      detail('/value/after_days_2', 'Elsewhere.'),
    ]);
    expect(errorAt(error, '/value/after_days')).toBe('A number.');
    expect(errorAt(error, '/value/grace_days')).toBeUndefined();
    expect(errorAt(null, '/value')).toBeUndefined();
  });

  it('offers the first of each month ahead, over the end of a year', () => {
    const starts = startsFrom(new Date('2026-12-31T23:59:59Z'), 2);
    expect(starts.map(({ value }) => value)).toEqual(['', '2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z']);
    expect(starts[1]!.label).toBe('1 January 2027, 00:00 UTC');
  });
});
