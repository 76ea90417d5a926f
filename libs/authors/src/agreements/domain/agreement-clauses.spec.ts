import { clausesOf, differencesOf, type Clause } from './agreement-clauses.js';

const FIRST = `DEVELOPER AGREEMENT, VERSION 1

Between the operator and the author.

1. Revenue
Of each line 70 % belongs to you and 30 % to us.

2. Payouts
We pay once a month.
30 days of notice end this.

3. Ending
Either side may end this with 30 days of notice.
`;
const changesOf = (before: string, after: string): unknown[] =>
  differencesOf(clausesOf(before), clausesOf(after)).map((one) => [
    one.change,
    one.before?.number ?? null,
    one.after?.number ?? null,
    (one.after ?? one.before)!.title,
  ]);

describe('clauses of an agreement', () => {
  it('are split at numbered headings, keep what precedes the first one, and take no sentence with a number for a heading', () => {
    expect(clausesOf(FIRST)).toEqual([
      {
        number: null,
        title: 'Preamble',
        text: 'DEVELOPER AGREEMENT, VERSION 1\n\nBetween the operator and the author.',
      },
      { number: '1', title: 'Revenue', text: 'Of each line 70 % belongs to you and 30 % to us.' },
      { number: '2', title: 'Payouts', text: 'We pay once a month.\n30 days of notice end this.' },
      { number: '3', title: 'Ending', text: 'Either side may end this with 30 days of notice.' },
    ]);
  });

  it('are the paragraphs where a text has no headings', () => {
    expect(clausesOf('One thing.\n\nAnother\nthing.\n')).toEqual<Clause[]>([
      { number: null, title: '', text: 'One thing.' },
      { number: null, title: '', text: 'Another\nthing.' },
    ]);
    expect(clausesOf('')).toEqual([]);
  });
});

describe('differences between two texts', () => {
  it('are none when only line breaks differ', () => {
    expect(changesOf(FIRST, FIRST.replace('month.\n30', 'month. 30').replaceAll('\n', '\r\n'))).toEqual([]);
  });

  it('name each clause that was rewritten, added or removed once, in reading order', () => {
    const after = FIRST.replace('70 %', '75 %')
      .replace('2. Payouts\nWe pay once a month.\n30 days of notice end this.\n\n3.', '2.')
      .concat('\n3. Data\nYou tell us of a leak within a day.\n');
    expect(changesOf(FIRST, after)).toEqual([
      ['changed', '1', '1', 'Revenue'],
      ['removed', '2', null, 'Payouts'],
      ['moved', '3', '2', 'Ending'],
      ['added', null, '3', 'Data'],
    ]);
  });

  it('match a clause with a new heading by its words', () => {
    expect(changesOf(FIRST, FIRST.replace('3. Ending', '3. How this ends'))).toEqual([
      ['changed', '3', '3', 'How this ends'],
    ]);
    const both = FIRST.replace('3. Ending\nEither side may', '4. How this ends\nAny side may');
    expect(changesOf(FIRST, both)).toEqual([['changed', '3', '4', 'How this ends']]);
  });

  it('treat another clause under a known number as another clause', () => {
    const after = FIRST.replace(/3\. Ending\n.*\n/, '3. Court\nQuarrels are settled where the operator lives.\n');
    expect(changesOf(FIRST, after)).toEqual([
      ['removed', '3', null, 'Ending'],
      ['added', null, '3', 'Court'],
    ]);
  });

  it('match paragraphs by their words', () => {
    const before = 'You keep what is yours at all times.\n\nWe keep what is ours.';
    const after = 'You keep what is yours.\n\nWe keep what is ours.\n\nNobody may stop this.';
    expect(changesOf(before, after)).toEqual([
      ['changed', null, null, ''],
      ['added', null, null, ''],
    ]);
  });

  it('show the whole text as added when the first is empty, and as removed when the second is', () => {
    expect(differencesOf([], clausesOf(FIRST)).map((one) => one.change)).toEqual(Array(4).fill('added'));
    expect(differencesOf(clausesOf(FIRST), []).map((one) => one.change)).toEqual(Array(4).fill('removed'));
  });
});
