import { axisText, csvOf, pointText, tickText, valueText } from './chart-values.js';

const usd = { currency: 'usd' };

describe('the values of a plot', () => {
  it('are written in full with their unit, a share rounded down, and a missing one as a dash', () => {
    expect(valueText('123456', usd)).toBe('$1,234.56');
    expect(valueText(1_234, 'count')).toBe('1,234');
    expect(valueText(0.99999, 'share')).toBe('99.99 %');
    expect(valueText(1 / 3, 'decimal')).toBe('0.333333');
    expect(valueText(null, usd)).toBe('–');
  });

  it('are short on an axis, an amount by the decimals of its currency', () => {
    expect(axisText(120_000.4, usd)).toBe('$1.2K');
    expect(axisText(1_200, { currency: 'jpy' })).toBe('¥1.2K');
    expect(axisText(0.25, 'share')).toBe('25 %');
    expect(axisText(1_500_000, 'count')).toBe('1.5M');
  });

  it.each([
    ['time', '2026-11-03T14:05:00Z', '3 Nov 2026, 14:05:00 UTC', '14:05'],
    ['day', '2026-11-03', '3 Nov 2026', '3 Nov'],
    ['month', '2026-11', 'November 2026', 'Nov'],
    ['category', 'Tide', 'Tide', 'Tide'],
  ] as const)('are at a %s in UTC, in full and short', (step, at, full, short) => {
    expect([pointText(at, step), tickText(at, step)]).toEqual([full, short]);
  });

  it('are a file of decimals, in which no cell is computed', () => {
    const rows = [
      { at: '2026-10', paid: '-4905', runs: 2 },
      { at: '=1+1', paid: null, runs: 0 },
    ];
    const file = csvOf('Month', rows, [{ label: 'Paid', value: (row) => row.paid }], usd);
    expect(file).toBe(`"Month","Paid (USD)"\r\n"2026-10",-49.05\r\n"'=1+1",\r\n`);
    for (const sign of ['+', '-', '@', '|', '%', '\t', '\r', '\n', ' =', '\u00a0|', '\uff1d', '\uff0b', '\u2212'])
      expect(csvOf('Drive', [{ at: `${sign}1` }], [], 'count')).toBe(`"Drive"\r\n"'${sign}1"\r\n`);
    const more = [{ label: '"Runs"', value: (row: { runs: number }) => row.runs, unit: 'count' as const }];
    expect(csvOf('Month', rows.slice(0, 1), more, usd)).toBe('"Month","""Runs"""\r\n"2026-10",2\r\n');
  });
});
