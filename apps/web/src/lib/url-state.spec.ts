import { parseSearch, safeReturnTo, stringifySearch } from './url-state.js';

it('search parameters stay plain texts in both directions', () => {
  expect(parseSearch('?month=2026-10&q=1')).toEqual({ month: '2026-10', q: '1' });
  expect(stringifySearch({ month: '2026-10', empty: '', none: undefined })).toBe('?month=2026-10');
  expect(stringifySearch({})).toBe('');
});

it.each([undefined, '', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'signing in never leads to another site: %s',
  (to) => {
    expect(safeReturnTo(to)).toBe('/');
  },
);

it('signing in leads to the requested page', () => {
  expect(safeReturnTo('/finance/runs?month=2026-10')).toBe('/finance/runs?month=2026-10');
});
