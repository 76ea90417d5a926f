import { texts } from './texts.js';

/** Formatting of money, time, ids and sizes. `Intl` only; the page never computes an amount, it only writes one down. */

const LOCALE = 'en-GB';
const DAY_MS = 86_400_000;

// How the ledger and the processor count minor units; `Intl` knows other decimals for some (none for the forint).
const NO_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ');

function decimalDigits(currency: string): number {
  const code = currency.toLowerCase();
  return NO_DECIMALS.includes(code) ? 0 : THREE_DECIMALS.includes(code) ? 3 : 2;
}

/** Minor units as an exact decimal text: `("-4905", "usd")` gives `-49.05`. Never goes through a float. */
export function minorToDecimal(minor: string | number | bigint, currency: string): string {
  const digits = decimalDigits(currency);
  const value = BigInt(minor);
  const sign = value < 0n ? '-' : '';
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  if (digits === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Parses an input as an amount: `("1,204.3", "usd")` gives `120430`; null when it is none. Never a float. */
export function decimalToMinor(text: string, currency: string): string | null {
  const digits = decimalDigits(currency);
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.replaceAll(',', '').trim());
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > digits) return null;
  return BigInt(`${match[1]!}${fraction.padEnd(digits, '0')}`).toString();
}

/** An amount in minor units with its currency, as people read it: `$1,204.30`. */
export function formatMoney(minor: string | number | bigint, currency: string): string {
  const digits = decimalDigits(currency);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(minorToDecimal(minor, currency) as Intl.StringNumericLiteral);
}

/** Basis points as a percentage: 7000 gives `70 %`. */
export function formatShare(bps: number): string {
  return `${new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 }).format(bps / 100)} %`;
}

/** `21 Nov 2026, 01:16:35 UTC` */
export function formatUtc(at: string | Date): string {
  const text = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return texts.format.inUtc(text.format(new Date(at)));
}

/** `21 Nov 2026`, the UTC date. */
export function formatUtcDate(at: string | Date): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
}

/** `01:16` in the reader's own zone. */
export function formatClock(at: Date): string {
  return new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Tolerance for the server's clock as learned from its last answer. */
const CLOCK_TOLERANCE_MS = 3_000;

/** How long something lasts already ("for 3 h"), from the eighth day on "since" its date. `nowMs` is the server's now. */
export function formatSince(at: string | Date, nowMs: number): string {
  const size = Math.max(0, nowMs - new Date(at).getTime());
  if (size > 7 * DAY_MS) return texts.format.since(formatUtcDate(at));
  return size < 45_000 ? texts.format.forLessThanAMinute : texts.format.forDuration(inLargestUnit(size));
}

/** Relative up to seven days ("3 h ago", "in 2 d"), then the date. `nowMs` is the server's now, within 3 s. */
export function formatRelative(at: string | Date, nowMs: number): string {
  const diff = new Date(at).getTime() - nowMs;
  const size = Math.abs(diff);
  if (size > 7 * DAY_MS) return formatUtcDate(at);
  if (size < 45_000) return diff > CLOCK_TOLERANCE_MS ? texts.format.inAMoment : texts.format.justNow;
  return diff > 0 ? texts.format.inDuration(inLargestUnit(size)) : texts.format.ago(inLargestUnit(size));
}

function inLargestUnit(ms: number): string {
  if (ms < 3_600_000) return texts.format.minutes(Math.round(ms / 60_000));
  return ms < DAY_MS ? texts.format.hours(Math.round(ms / 3_600_000)) : texts.format.days(Math.round(ms / DAY_MS));
}

/** Time left as `17:42:05`, never negative; days in front when there are any. */
export function formatCountdown(leftMs: number): string {
  const total = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  const days = Math.floor(total / 86_400);
  const clock = `${two(Math.floor((total % 86_400) / 3600))}:${two(Math.floor((total % 3600) / 60))}:${two(total % 60)}`;
  return days > 0 ? `${texts.format.days(days)} ${clock}` : clock;
}

/** Milliseconds in a readable form: `182 ms`, `1.4 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return texts.format.milliseconds(Math.round(ms));
  if (ms < 60_000) return texts.format.seconds((ms / 1000).toFixed(1));
  return texts.format.minutes(Math.round(ms / 60_000));
}

/** A longer time in its two largest units: `12 min`, `5 h 10 min`, `3 d 4 h`. */
export function formatSpan(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return texts.format.minutes(minutes);
  const days = Math.floor(hours / 24);
  const [large, small] =
    days > 0
      ? [texts.format.days(days), hours % 24 ? texts.format.hours(hours % 24) : '']
      : [texts.format.hours(hours), minutes % 60 ? texts.format.minutes(minutes % 60) : ''];
  return small ? `${large} ${small}` : large;
}

/** The middle of a long id left out; the copy button next to it has all of it. */
export function shortenId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

/** The beginning of a digest, for a button: enough to compare with what another person reads. */
export function shortCode(digest: string): string {
  return digest.slice(0, 4).toUpperCase();
}

/** `2026-10` as `October 2026`. */
export function formatMonth(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return month;
  return new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);
}

/** The month that is `by` months after another one, `2026-12`; an invalid month is returned as it is. */
export function shiftMonth(month: string, by: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return month;
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 7);
}

export function formatCount(n: number | string): string {
  return new Intl.NumberFormat('en-US').format(typeof n === 'string' ? BigInt(n) : n);
}

/** `permissions_requested` as `Permissions requested`, for a code that has no text of its own. */
export function humanize(code: string): string {
  const text = code.replace(/[_.]/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
