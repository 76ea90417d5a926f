/** Headers of every answer; a page or a public file has others beside or instead of them. */
export const STANDARD_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;
