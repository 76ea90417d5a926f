import { cpuMs } from '../../../../../test/support/processes/cpu-time.js';
import { judgeList, listDifference, listEntries, readableText, NOTIFY_WITHIN_MS } from './subprocessor-list.js';

const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
const known = (digest: string | null, pending: [string, Date] | null = null) => ({
  digest,
  confirmedAt: digest === null ? null : at(0),
  pendingDigest: pending?.[0] ?? null,
  pendingSince: pending?.[1] ?? null,
});

describe('a list of subprocessors', () => {
  it.each([
    ['the first one is known from then on', known(null), 'a', at(0), { kind: 'same' }],
    ['an equal one is no change', known('a'), 'a', at(0), { kind: 'same' }],
    ['another one waits for its announcement', known('a'), 'b', at(5), { kind: 'pending', since: at(5) }],
    [
      'another one waits to the last millisecond',
      known('a', ['b', at(5)]),
      'b',
      at(5 + NOTIFY_WITHIN_MS - 1),
      { kind: 'pending', since: at(5) },
    ],
    [
      'another one is a change afterwards',
      known('a', ['b', at(5)]),
      'b',
      at(5 + NOTIFY_WITHIN_MS),
      { kind: 'changed', since: at(5) },
    ],
    [
      'another difference does not restart the time',
      known('a', ['b', at(5)]),
      'c',
      at(5 + NOTIFY_WITHIN_MS),
      { kind: 'changed', since: at(5) },
    ],
    ['one that changed back is no change', known('a', ['b', at(5)]), 'a', at(9 * NOTIFY_WITHIN_MS), { kind: 'same' }],
  ])('is judged: %s', (_name, before, seen, now, verdict) => expect(judgeList(before, seen, now)).toEqual(verdict));

  const page = (nonce: string, rows: string): string =>
    `<!doctype html><html><head><title>${nonce}</title></head><body data-t="${nonce}"><!-- ${nonce} > --><script nonce="${nonce}">if (1 < 2) x("${nonce}")</script>
      <h1>Subprocessors</h1>  <ul>${rows}</ul></body></html>`;
  it('is compared by the text that a person reads, not by what changes at every visit', () => {
    expect(readableText(page('one', '<li>Acme</li>'), 'text/html; charset=utf-8')).toBe('Subprocessors Acme');
    expect(readableText(page('two', '<li>Acme</li>'), 'text/html')).toBe('Subprocessors Acme');
    expect(readableText(page('one', '<li>Acme</li><li>Evil</li>'), 'text/html')).toBe('Subprocessors Acme Evil');
  });
  it('of any other type is compared without its white space only', () => {
    expect(readableText('{"a":\n  "<b>"}', 'application/json')).toBe('{"a": "<b>"}');
    expect(readableText('', 'text/html')).toBe('');
  });
  it.each(['<', '<script', '<!--', '<script></', '<script >'])(
    '%s without end, a hundred thousand times, is read fast',
    (part) => {
      expect(cpuMs(() => readableText(part.repeat(50_000), 'text/html'))).toBeLessThan(1_000);
    },
  );
});

describe('the lines of a list', () => {
  it.each<[string, string, string, string[]]>([
    [
      'rows of a table',
      '<table><tr><td>Acme</td>\n<td>Hosting</td></tr><tr><td>Beta</td></tr></table>',
      'text/html',
      ['Acme Hosting', 'Beta'],
    ],
    [
      'items, with words inside of them',
      '<ul><li>Acme <b>Inc</b></li><li>Beta</li></ul>',
      'text/html',
      ['Acme Inc', 'Beta'],
    ],
    ['lines of a text', 'Acme\n\n  Beta  Inc\n', 'text/plain', ['Acme', 'Beta Inc']],
    [
      'JSON in one line',
      '[{"name":"Acme"},"Beta"]',
      'application/json',
      ['[', '{', '"name": "Acme"', '},', '"Beta"', ']'],
    ],
  ])('are %s', (_name, body, type, lines) => expect(listEntries(body, type)).toEqual(lines));

  it('are limited in length and number, whatever a page contains', () => {
    const lines = listEntries(`<p>${'x'.repeat(1_000)}</p>`.repeat(5_000), 'text/html');
    expect([lines.length, Math.max(...lines.map((line) => line.length))]).toEqual([2_000, 300]);
  });

  it('are compared by what was added and removed, with repetitions counted and the order ignored', () => {
    expect(listDifference(['a', 'b', 'b'], ['b', 'c', 'a'])).toEqual({ added: ['c'], removed: ['b'] });
    expect(listDifference(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [] });
  });
});
