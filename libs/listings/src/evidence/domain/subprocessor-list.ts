/** The stored state of a public list of subprocessors; digests are SHA-256 in hex. */
export interface KnownList {
  readonly digest: string | null;
  readonly confirmedAt: Date | null;
  readonly pendingDigest: string | null;
  readonly pendingSince: Date | null;
  /** Lines of each of the two lists; null: from before they were stored. */
  readonly entries: readonly string[] | null;
  readonly pendingEntries: readonly string[] | null;
}

type ListVerdict =
  /** The list as it is known, or the first that was read. */
  | { readonly kind: 'same' }
  /** A changed list, found then: the Drive still has time to announce it. */
  | { readonly kind: 'pending'; readonly since: Date }
  /** A changed list, and the time to announce it is over. */
  | { readonly kind: 'changed'; readonly since: Date };

/** Period after a change was first found in which a Drive may still announce it, because events are polled. */
export const NOTIFY_WITHIN_MS = 3_600_000;
/**
 * Period before the old list was last found in which the event counts: a Drive may announce before it changes the
 * page.
 */
export const NOTIFIED_BEFORE_MS = 24 * 3_600_000;

/** The verdict on the list `found`. */
export function judgeList(known: Pick<KnownList, 'digest' | 'pendingSince'>, found: string, now: Date): ListVerdict {
  if (known.digest === null || known.digest === found) return { kind: 'same' };
  const since = known.pendingSince ?? now;
  return { kind: now.getTime() - since.getTime() < NOTIFY_WITHIN_MS ? 'pending' : 'changed', since };
}

const HIDDEN = ['script', 'style', 'noscript', 'template', 'head'];

/**
 * Readable text of a page, so that parts that change at every visit (scripts, tokens in attributes, comments, white
 * space) are no change of the list. Anything that is not HTML stays as it is, but for white space.
 */
export function readableText(body: string, contentType: string): string {
  const text = /\bx?html\b/i.test(contentType) ? withoutMarkup(body) : body;
  return text.split(/\s+/u).filter(Boolean).join(' ');
}

/** Maximum number of compared lines of a list, and maximum characters of each. */
const ENTRIES = 2_000;
const ENTRY_LENGTH = 300;

/** The lines of a list as a person reads them: rows and paragraphs of a page, lines of a text, lines of JSON laid out. */
export function listEntries(body: string, contentType: string): string[] {
  const text = /\bx?html\b/i.test(contentType) ? withoutMarkup(body) : laidOut(body);
  const lines = text.split('\n').map((line) => line.split(/\s+/u).filter(Boolean).join(' '));
  return lines
    .filter(Boolean)
    .slice(0, ENTRIES)
    .map((line) => [...line].slice(0, ENTRY_LENGTH).join(''));
}

function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 1);
  } catch {
    return body;
  }
}

/** The entries of one list that the other lacks, in their order; a repeated line counts as often as it occurs. */
export function listDifference(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  return { added: without(after, before), removed: without(before, after) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** Tags between which a new line begins. */
const BLOCKS =
  /^<\/?(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|footer|h[1-6]|header|hr|li|main|nav|ol|p|section|table|tbody|tfoot|thead|title|tr|ul)\b/;

/** Linear in the length of the page, whatever it contains. */
function withoutMarkup(html: string): string {
  const lower = html.toLowerCase();
  let text = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) return text + html.slice(at).replaceAll('\n', ' ');
    text += html.slice(at, open).replaceAll('\n', ' ') + (BLOCKS.test(lower.slice(open, open + 14)) ? '\n' : ' ');
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
