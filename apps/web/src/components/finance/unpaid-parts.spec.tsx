import { renderToStaticMarkup } from 'react-dom/server';
import { DATE_WORDS } from '../../text/vocabulary.js';
import { UnpaidParts } from './unpaid-parts.js';

const part = {
  reason: 'held_tax',
  reason_text: 'On hold until your tax details are complete.',
  note: 'The VAT number is missing.',
  amount_minor: '5000',
  expected_at: '2027-01-01T00:00:00.000Z',
  date_kind: 'looked_at' as const,
  waits_for: 'complete tax details',
};
const shown = (change: object): string =>
  renderToStaticMarkup(<UnpaidParts parts={[{ ...part, ...change }]} currency="usd" />)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');

it.each(Object.entries(DATE_WORDS))(
  'an unpaid amount has its reason, what it waits for and the day, %s',
  (kind, words) =>
    expect(shown({ date_kind: kind })).toContain(
      `On hold until your tax details are complete. The VAT number is missing. Waiting for complete tax details. ${words} 1 Jan 2027.`,
    ),
);

it('an old statement without a day or what an amount waits for shows neither', () => {
  const text = shown({ expected_at: null, date_kind: null, waits_for: null, note: null });
  expect(text).toContain('On hold until your tax details are complete.');
  expect(text).not.toMatch(/Waits|null|Expected|1970/);
});

it('what was paid after a retry waits for nothing', () => {
  const text = shown({ paid_at: '2026-12-09T08:00:00.000Z' });
  expect(text).toMatch(/The VAT number is missing\. Paid on 9 Dec 2026 after a retry\.$/);
});
