import {
  formatCountdown,
  formatSpan,
  formatMoney,
  formatMonth,
  shiftMonth,
  formatRelative,
  formatSince,
  formatShare,
  decimalToMinor,
  minorToDecimal,
  shortenId,
} from './format.js';

describe('minorToDecimal', () => {
  it.each([
    ['0', 'usd', '0.00'],
    ['5', 'usd', '0.05'],
    ['-5', 'usd', '-0.05'],
    ['4900', 'usd', '49.00'],
    ['1', 'jpy', '1'],
    ['1', 'kwd', '0.001'],
  ])('%s of %s is %s', (minor, currency, text) => {
    expect(minorToDecimal(minor, currency)).toBe(text);
  });

  it('keeps every digit of an amount beyond the range of a float', () => {
    expect(minorToDecimal('9007199254740993', 'usd')).toBe('90071992547409.93');
  });
});

describe('formatMoney', () => {
  it('always writes two decimals for a currency with two, and a minus sign in front', () => {
    expect(formatMoney('120430', 'usd')).toBe('$1,204.30');
    expect(formatMoney('-100', 'usd')).toBe('-$1.00');
    expect(formatMoney('0', 'usd')).toBe('$0.00');
  });

  it.each([
    ['huf', '1000000', 'HUF\u00a010,000.00'],
    ['jpy', '3000', '¥3,000'],
    ['kwd', '8000', 'KWD\u00a08.000'],
  ])('counts the minor units of %s as the ledger does', (currency, minor, text) => {
    expect(formatMoney(minor, currency)).toBe(text);
    expect(decimalToMinor(minorToDecimal(minor, currency), currency)).toBe(minor);
  });

  it('does not lose a cent of a large amount', () => {
    expect(formatMoney('9007199254740993', 'usd')).toBe('$90,071,992,547,409.93');
  });
});

describe('formatRelative', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  it.each([
    ['2026-11-20T11:59:50.000Z', 'just now'],
    // The server's clock is known to a few seconds only.
    ['2026-11-20T12:00:03.000Z', 'just now'],
    ['2026-11-20T12:00:03.001Z', 'in a moment'],
    ['2026-11-20T11:57:00.000Z', '3 min ago'],
    ['2026-11-20T09:00:00.000Z', '3 h ago'],
    ['2026-11-22T12:00:00.000Z', 'in 2 d'],
    ['2026-11-13T12:00:00.000Z', '7 d ago'],
    ['2026-11-13T11:59:59.999Z', '13 Nov 2026'],
  ])('%s is written as %s', (at, text) => {
    expect(formatRelative(at, now)).toBe(text);
  });
});

describe('formatSince', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  it.each([
    ['2026-11-20T12:00:05.000Z', 'for less than a minute'],
    ['2026-11-20T11:59:30.000Z', 'for less than a minute'],
    ['2026-11-20T11:57:00.000Z', 'for 3 min'],
    ['2026-11-18T12:00:00.000Z', 'for 2 d'],
    ['2026-11-13T11:59:59.999Z', 'since 13 Nov 2026'],
  ])('%s is written as %s', (at, text) => {
    expect(formatSince(at, now)).toBe(text);
  });
});

describe('formatCountdown', () => {
  it.each([
    [-1, '00:00:00'],
    [0, '00:00:00'],
    [1, '00:00:01'],
    [63_725_000, '17:42:05'],
    [86_400_000, '1 d 00:00:00'],
  ])('%d ms left reads %s', (left, text) => {
    expect(formatCountdown(left)).toBe(text);
  });
});

it('writes months, shares and ids as the guide says', () => {
  expect(formatMonth('2026-10')).toBe('October 2026');
  expect(formatMonth('nonsense')).toBe('nonsense');
  expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1), shiftMonth('2026-03', -13)]).toEqual([
    '2027-01',
    '2025-12',
    '2025-02',
  ]);
  expect(shiftMonth('nonsense', 1)).toBe('nonsense');
  expect(formatShare(7000)).toBe('70 %');
  expect(shortenId('019aa000-0000-7000-8000-000000000001')).toBe('019aa000…0001');
  expect(shortenId('short')).toBe('short');
});

describe('formatSpan', () => {
  it.each([
    [0, '0 min'],
    [-5, '0 min'],
    [12 * 60_000, '12 min'],
    [5 * 3_600_000, '5 h'],
    [5 * 3_600_000 + 10 * 60_000, '5 h 10 min'],
    [76 * 3_600_000, '3 d 4 h'],
    [72 * 3_600_000 + 60_000, '3 d'],
  ])('%i ms as %s', (ms, text) => {
    expect(formatSpan(ms)).toBe(text);
  });
});

describe('decimalToMinor', () => {
  it.each([
    ['12.34', 'usd', '1234'],
    ['1,204.3', 'usd', '120430'],
    ['5', 'usd', '500'],
    ['0.01', 'eur', '1'],
    ['500', 'jpy', '500'],
    ['1.234', 'kwd', '1234'],
  ])('reads %s %s as %s', (text, currency, minor) => {
    expect(decimalToMinor(text, currency)).toBe(minor);
  });

  it.each([
    ['', 'usd'],
    ['-1', 'usd'],
    ['1.234', 'usd'],
    ['1.5', 'jpy'],
    ['1e3', 'usd'],
    ['ten', 'usd'],
  ])('treats %j %s as no amount', (text, currency) => {
    expect(decimalToMinor(text, currency)).toBeNull();
  });
});
