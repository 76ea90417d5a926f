import { cpuMs } from '../../../../../test/support/cpu-time.js';
import { judgeList, readableText, NOTIFY_WITHIN_MS } from './subprocessor-list.js';

const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
const known = (digest: string | null, pending: [string, Date] | null = null) => ({
  digest,
  confirmedAt: digest === null ? null : at(0),
  pendingDigest: pending?.[0] ?? null,
  pendingSince: pending?.[1] ?? null,
});

describe('a list of subprocessors', () => {
  it.each([
    ['the first that is read is known from then on', known(null), 'a', at(0), { kind: 'same' }],
    ['the same is the same', known('a'), 'a', at(0), { kind: 'same' }],
    ['another one waits for its announcement', known('a'), 'b', at(5), { kind: 'pending', since: at(5) }],
    [
      'to the millisecond',
      known('a', ['b', at(5)]),
      'b',
      at(5 + NOTIFY_WITHIN_MS - 1),
      { kind: 'pending', since: at(5) },
    ],
    [
      'and is a change after that',
      known('a', ['b', at(5)]),
      'b',
      at(5 + NOTIFY_WITHIN_MS),
      { kind: 'changed', since: at(5) },
    ],
    [
      'also when it changed once more: that wins no time',
      known('a', ['b', at(5)]),
      'c',
      at(5 + NOTIFY_WITHIN_MS),
      { kind: 'changed', since: at(5) },
    ],
    ['what went back in time is no change', known('a', ['b', at(5)]), 'a', at(9 * NOTIFY_WITHIN_MS), { kind: 'same' }],
  ])('%s', (_name, before, seen, now, verdict) => expect(judgeList(before, seen, now)).toEqual(verdict));

  const page = (nonce: string, rows: string): string =>
    `<!doctype html><html><head><title>${nonce}</title></head><body data-t="${nonce}"><!-- ${nonce} > --><script nonce="${nonce}">if (1 < 2) x("${nonce}")</script>
      <h1>Subprocessors</h1>  <ul>${rows}</ul></body></html>`;
  it('of a page what a person reads counts, not what changes at every visit', () => {
    expect(readableText(page('one', '<li>Acme</li>'), 'text/html; charset=utf-8')).toBe('Subprocessors Acme');
    expect(readableText(page('two', '<li>Acme</li>'), 'text/html')).toBe('Subprocessors Acme');
    expect(readableText(page('one', '<li>Acme</li><li>Evil</li>'), 'text/html')).toBe('Subprocessors Acme Evil');
  });
  it('of anything else everything but white space', () => {
    expect(readableText('{"a":\n  "<b>"}', 'application/json')).toBe('{"a": "<b>"}');
    expect(readableText('', 'text/html')).toBe('');
  });
  it.each(['<', '<script', '<!--', '<script></', '<script >'])(
    '%s without end, a hundred thousand times, takes no time',
    (part) => {
      expect(cpuMs(() => readableText(part.repeat(50_000), 'text/html'))).toBeLessThan(1_000);
    },
  );
});
