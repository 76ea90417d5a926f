import { compareBill, type BillComparison } from './compare-bill.js';

describe('the comparison of a plugin’s reported amount with the invoice', () => {
  type Case = [string, bigint, boolean, bigint | null, number, BillComparison, bigint | null, bigint | null];
  const rows: Case[] = [
    ['the same', 1900n, true, 1900n, 0, 'equal', 1900n, 0n],
    ['a cent more', 1901n, true, 1900n, 0, 'plugin_says_more', 1900n, 1n],
    ['a cent less', 1899n, true, 1900n, 0, 'plugin_says_less', 1900n, -1n],
    ['nothing, and nothing invoiced', 0n, true, null, 0, 'equal', 0n, 0n],
    ['something, and nothing invoiced', 1900n, true, null, 0, 'nothing_invoiced', 0n, 1900n],
    ['nothing, and something invoiced', 0n, true, 1900n, 0, 'plugin_says_less', 1900n, -1900n],
    ['invoiced in another currency', 1900n, true, null, 1, 'other_currency', null, null],
    ['invoiced in this and in another currency', 1900n, true, 1000n, 1, 'plugin_says_more', 1000n, 900n],
    ['a line of nothing', 0n, true, 0n, 0, 'equal', 0n, 0n],
    ['a month that is not closed', 1900n, false, null, 0, 'not_closed', null, null],
    ['lines of a month that is being closed', 1900n, false, 1900n, 0, 'not_closed', null, null],
  ];
  it.each(rows)('%s', (...row) => {
    const [, said, closed, invoiced, elsewhere, comparison, shown, difference] = row;
    expect(compareBill(said, { closed, invoiced, elsewhere, fullMonth: null })).toEqual({
      comparison,
      invoiced: shown,
      difference,
    });
  });

  it.each([
    ['a full month, of which a part is invoiced', 4900n, 2450n, 4900n, 'prorated'],
    ['more than the full month', 4901n, 2450n, 4900n, 'plugin_says_more'],
    ['the part, as invoiced', 2450n, 2450n, 4900n, 'equal'],
  ] as const)('%s', (_name, said, invoiced, fullMonth, comparison) => {
    expect(compareBill(said, { closed: true, invoiced, fullMonth, elsewhere: 0 })).toEqual({
      comparison,
      invoiced,
      difference: said - invoiced,
    });
  });
});
