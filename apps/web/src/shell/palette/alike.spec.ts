import { mostLike } from './alike.js';

const pages = ['Author Payout account', 'Author Payouts', 'Finance Refunds', 'Finance Invoices'];
const of = (typed: string) => mostLike(typed, pages, (one) => one);

it.each([
  ['refnuds', 'Finance Refunds'],
  ['invioces', 'Finance Invoices'],
  ['payuots', 'Author Payouts'],
  ['payuot acount', 'Author Payout account'],
])('%s, with letters exchanged or left out, still finds %s first', (typed, expected) => {
  expect(of(typed)[0]).toBe(expected);
});

it.each(['zzzz', 'xq'])('%s finds nothing', (typed) => {
  expect(of(typed)).toEqual([]);
});
