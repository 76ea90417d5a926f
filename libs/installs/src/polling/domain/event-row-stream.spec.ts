import { EventRowStream, RestTooLarge } from './event-row-stream.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Rows as texts and the rest, however the answer is cut into pieces. */
function read(text: string, pieceSize: number): { rows: string[]; rest: string; found: boolean; open: boolean } {
  const stream = new EventRowStream();
  const all = bytes(text);
  const rows: string[] = [];
  for (let at = 0; at < all.length; at += pieceSize)
    for (const row of stream.push(all.subarray(at, at + pieceSize)))
      rows.push('bytes' in row ? Buffer.from(row.bytes).toString() : `too large`);
  const { rest, ...end } = stream.end();
  return { rows, rest: Buffer.from(rest).toString(), ...end };
}

const row = (n: number): string =>
  JSON.stringify({ type: 'a', ts: n, payload: { text: '"]},[{\\', deep: [[{}], 'é'] } });

describe('rows of an events answer, parsed while it arrives', () => {
  it.each([
    ['in the usual order', `{"ok":true,"data":{"events":[${row(1)},${row(2)}]},"meta":{"v":"]"}}`],
    [
      'data at the end',
      `{"ok":true,"meta":{"events":[1]},"data":{"more":[{"events":[2]}],"events":[${row(1)},${row(2)}]}}`,
    ],
    ['with spaces', ` { "ok" : true , "data" : { "events" : [ ${row(1)} , ${row(2)} ] , "more" : {} } } `],
  ])('are found %s, at every chunk size', (_name, text) => {
    for (const size of [1, 2, 3, 7, 64, text.length]) {
      const got = read(text, size);
      expect(got).toMatchObject({ rows: [row(1), row(2)], found: true, open: false });
      // The rest is the answer without its rows.
      const whole = JSON.parse(text) as { data: { events: unknown[] } };
      whole.data.events = [];
      expect(JSON.parse(got.rest)).toEqual(whole);
    }
  });

  it('are whatever is between two commas', () => {
    expect(read('{"data":{"events":[1, "a,]b" ,null,[1,[2]],{}]}}', 1).rows.map((text) => text.trim())).toEqual([
      '1',
      '"a,]b"',
      'null',
      '[1,[2]]',
      '{}',
    ]);
  });

  it('before the break are kept when the answer ended inside the list, which is reported', () => {
    expect(read(`{"ok":true,"data":{"events":[${row(1)},{"type":"a`, 5)).toMatchObject({
      rows: [row(1)],
      found: true,
      open: true,
    });
  });

  it.each([
    '{"ok":true,"events":[1]}',
    '{"data":[{"events":[1]}]}',
    '{"a":{"data":{"events":[1]}}}',
    '{"data":{"events":{}}}',
    '[]',
    '',
  ])('are not found in %s', (text) => {
    expect(read(text, 4)).toMatchObject({ rows: [], found: false });
  });

  it('are skipped when too long, and the next ones are read', () => {
    const long = JSON.stringify({ text: 'x'.repeat(256 * 1024) });
    expect(read(`{"data":{"events":[${long},${row(1)}]}}`, 10_000).rows).toEqual(['too large', row(1)]);
  });

  it('are awaited without buffering an endless answer', () => {
    const stream = new EventRowStream();
    expect(() => {
      for (let i = 0; i < 100; i++) stream.push(bytes('x'.repeat(1_024)));
    }).toThrow(RestTooLarge);
  });
});
