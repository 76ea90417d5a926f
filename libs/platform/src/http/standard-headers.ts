import type { Config } from '../config/config.js';

/** Headers of every answer; a page or a public file has others beside or instead of them. */
export const STANDARD_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=()',
} as const;

/**
 * The same with what only a portal that people reach over https may say: browsers then never ask it without. Not for other
 * hosts of the same domain, which are none of ours.
 */
export const standardHeadersOf = ({ isSandbox, publicUrl }: Config): Record<string, string> =>
  isSandbox || !publicUrl.startsWith('https://')
    ? STANDARD_HEADERS
    : { ...STANDARD_HEADERS, 'strict-transport-security': 'max-age=31536000' };
