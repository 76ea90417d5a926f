/** What is known of a public list of subprocessors; digests are SHA-256 in hex. */
export interface KnownList {
  readonly digest: string | null;
  readonly confirmedAt: Date | null;
  readonly pendingDigest: string | null;
  readonly pendingSince: Date | null;
}

export type ListVerdict =
  /** The list as it is known, or the first that was read. */
  | { readonly kind: 'same' }
  /** Another list, seen since then: the Drive still has time to tell of it. */
  | { readonly kind: 'pending'; readonly since: Date }
  /** Another list, and the time to tell of it is over. */
  | { readonly kind: 'changed'; readonly since: Date };

/** So long after a change was seen first a Drive may still tell of it: events are read in rounds. */
export const NOTIFY_WITHIN_MS = 3_600_000;
/** So long before the old list was seen last the event counts as well: a Drive may tell before it changes the page. */
export const NOTIFIED_BEFORE_MS = 24 * 3_600_000;

/** What it means that `seen` was read. */
export function judgeList(known: KnownList, seen: string, now: Date): ListVerdict {
  if (known.digest === null || known.digest === seen) return { kind: 'same' };
  const since = known.pendingSince ?? now;
  return { kind: now.getTime() - since.getTime() < NOTIFY_WITHIN_MS ? 'pending' : 'changed', since };
}

const HIDDEN = ['script', 'style', 'noscript', 'template', 'head'];

/**
 * What a person reads of a page, so that what pages change at every visit (scripts, tokens in attributes, comments, white
 * space) is no change of the list. Anything that is not HTML stays as it is, but for white space.
 */
export function readableText(body: string, contentType: string): string {
  const text = /\bx?html\b/i.test(contentType) ? withoutMarkup(body) : body;
  return text.split(/\s+/u).filter(Boolean).join(' ');
}

/** Linear in the length of the page, whatever stands in it. */
function withoutMarkup(html: string): string {
  const lower = html.toLowerCase();
  let text = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) return text + html.slice(at);
    text += html.slice(at, open) + ' ';
    at = endOfMarkup(lower, open);
  }
  return text;
}

function endOfMarkup(lower: string, open: number): number {
  if (lower.startsWith('<!--', open)) return after(lower, '-->', open + 4);
  const close = after(lower, '>', open);
  const name = /^[a-z]+/.exec(lower.slice(open + 1, open + 12))?.[0];
  if (name === undefined || !HIDDEN.includes(name)) return close;
  return after(lower, '>', after(lower, `</${name}`, close));
}

function after(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found + what.length;
}
