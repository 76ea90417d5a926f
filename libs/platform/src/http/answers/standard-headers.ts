import type { Config } from '../../config/config.js';

/** Headers of every response; pages and public files add or replace some. */
export const STANDARD_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=()',
} as const;

/** With the header that only a portal on https may send (HSTS). Not for subdomains, which are not ours. */
export const standardHeadersOf = ({ isSandbox, publicUrl }: Config): Record<string, string> =>
  isSandbox || !publicUrl.startsWith('https://')
    ? STANDARD_HEADERS
    : { ...STANDARD_HEADERS, 'strict-transport-security': 'max-age=31536000' };
