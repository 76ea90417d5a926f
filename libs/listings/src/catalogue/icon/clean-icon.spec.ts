import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { cleanIcon } from './clean-icon.js';
import { IconRefused } from './icon-refused.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
function chunk(type: string, content: Uint8Array, sum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  crc.writeUInt32BE(sum ?? crc32(body));
  return Buffer.concat([length, body, crc]);
}
function header(change: { width?: number; depth?: number; type?: number; interlace?: number } = {}): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(change.width ?? 512, 0);
  bytes.writeUInt32BE(512, 4);
  bytes.set([change.depth ?? 8, change.type ?? 6, 0, 0, change.interlace ?? 0], 8);
  return bytes;
}
const ROWS = 512 * (1 + 512 * 4);
const SIGN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunk('IEND', Buffer.alloc(0));
const png = (...parts: Buffer[]) => Buffer.concat([SIGN, ...parts]);
const PIXELS = chunk('IDAT', deflateSync(Buffer.alloc(ROWS)));
const svg = (inside: string, attributes = '') =>
  utf8(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"${attributes}>${inside}</svg>`);
const served = async (bytes: Uint8Array) => Buffer.from((await cleanIcon(bytes)).content).toString('utf8');

describe('a PNG', () => {
  it('is encoded again from its pixels, without notes, profiles, animation and trailing data', async () => {
    const split = deflateSync(Buffer.alloc(ROWS, 0));
    const given = png(
      chunk('IHDR', header()),
      chunk('tEXt', utf8('Comment\0<script>')),
      chunk('acTL', Buffer.alloc(8)),
      chunk('IDAT', split.subarray(0, 20)),
      chunk('IDAT', split.subarray(20)),
      END,
      Buffer.from('PK and more'),
    );
    const { mediaType, content } = await cleanIcon(given);
    expect(mediaType).toBe('image/png');
    const text = Buffer.from(content).toString('latin1');
    expect(text).not.toMatch(/tEXt|iCCP|eXIf|acTL|script|PK and/);
    expect(Buffer.from((await cleanIcon(content)).content).equals(Buffer.from(content))).toBe(true);
  });

  it('with interlaced rows is taken too', async () => {
    const rows = [
      [64, 64],
      [64, 64],
      [128, 64],
      [128, 128],
      [256, 128],
      [256, 256],
      [512, 256],
    ];
    const size = rows.reduce((sum, [width, height]) => sum + height! * (1 + width! * 4), 0);
    const given = png(chunk('IHDR', header({ interlace: 1 })), chunk('IDAT', deflateSync(Buffer.alloc(size))), END);
    expect((await cleanIcon(given)).mediaType).toBe('image/png');
  });

  it('that floods, or lacks its end, has the pixels that its header promises and no more', async () => {
    const flood = png(chunk('IHDR', header()), chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))), END);
    const endless = png(chunk('IHDR', header()), PIXELS);
    expect((await cleanIcon(flood)).content.length).toBeLessThan(10_000);
    expect((await cleanIcon(endless)).content).toEqual((await cleanIcon(flood)).content);
  });

  it.each<[string, Buffer]>([
    ['of another size', png(chunk('IHDR', header({ width: 511 })), PIXELS, END)],
    ['of sixty thousand pixels a side', png(chunk('IHDR', header({ width: 60_000 })), PIXELS, END)],
    ['with an impossible depth', png(chunk('IHDR', header({ depth: 3 })), PIXELS, END)],
    ['with an impossible colour', png(chunk('IHDR', header({ type: 5 })), PIXELS, END)],
    ['without its palette', png(chunk('IHDR', header({ type: 3 })), PIXELS, END)],
    ['with a wrong checksum', png(chunk('IHDR', header(), 1), PIXELS, END)],
    [
      'with a length beyond its end',
      png(chunk('IHDR', header()), Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0])),
    ],
    ['without a header', png(PIXELS, END)],
    ['with two headers', png(chunk('IHDR', header()), chunk('IHDR', header()), PIXELS, END)],
    ['with an unknown part that matters', png(chunk('IHDR', header()), chunk('EVIL', Buffer.alloc(1)), PIXELS, END)],
    ['with too few pixels', png(chunk('IHDR', header()), chunk('IDAT', deflateSync(Buffer.alloc(ROWS - 1))), END)],
    ['with pixels that are not packed', png(chunk('IHDR', header()), chunk('IDAT', Buffer.alloc(100)), END)],
    ['with an unknown filter', png(chunk('IHDR', header()), chunk('IDAT', deflateSync(Buffer.alloc(ROWS, 9))), END)],
    ['that is nothing', Buffer.alloc(0)],
    ['that is only the signature', SIGN],
  ])('%s is refused', (_name, bytes) => expect(() => cleanIcon(bytes)).rejects.toThrow(IconRefused));
});

describe('an SVG', () => {
  it('is rewritten with its drawing elements, without notes and foreign names', async () => {
    const given = utf8(
      `<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" xmlns:x="urn:x" viewBox="0 0 1 1" x:note='hi'>` +
        `<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><title>A &amp; B &#60;</title>` +
        `<path d='M0 0h1v1z' fill="url(#g)" style="stroke:#000;fill-opacity:.5"/></svg>`,
    );
    expect(await served(given)).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>` +
        `<title>A &amp; B &lt;</title><path d="M0 0h1v1z" fill="url(#g)" style="stroke:#000;fill-opacity:.5"/></svg>`,
    );
  });

  it('may mask, clip and fill by pattern once, with gradients and filters inside', async () => {
    const given = svg(
      '<mask id="m"><path d="" fill="url(#g)" filter="url(#f)"/></mask><filter id="f"/><radialGradient id="g"/>' +
        '<pattern id="p"><g/></pattern><path d="" mask="url(#m)" fill="url(#p)"/>',
    );
    expect(await served(given)).toContain('mask="url(#m)" fill="url(#p)"');
  });

  it.each<[string, Uint8Array]>([
    ['a script', svg('<script>alert(1)</script>')],
    ['a handler', svg('', ' onload="alert(1)"')],
    ['a handler in another case', svg('<path ONCLICK="x"/>')],
    ['foreign HTML', svg('<foreignObject><p/></foreignObject>')],
    ['an image', svg('<image href="https://evil.example/x.png"/>')],
    ['a link', svg('<a href="https://evil.example"><path d=""/></a>')],
    ['a copy of itself', svg('<use href="#a"/>')],
    ['movement', svg('<animate attributeName="href" to="javascript:alert(1)"/>')],
    ['a reference outwards', svg('<linearGradient href="//evil.example#g"/>')],
    ['a style that loads', svg('<path style="fill:url(https://evil.example/x)"/>')],
    ['a style that loads, spelt with escapes', svg('<path style="fill:u\\72l(https://evil.example/x)"/>')],
    ['a style that loads, spelt with entities', svg('<path style="fill:&#117;rl(https://evil.example/x)"/>')],
    ['a style sheet that imports', svg('<style>@import "https://evil.example/x.css";</style>')],
    ['a style sheet with a font', svg('<style>x{src:url(https://evil.example/f)}</style>')],
    ['a style sheet that loads, cut by a note', svg('<style>x{fill:ur<!-- -->l(https://evil.example/f)}</style>')],
    ['a style sheet that loads, cut by an element', svg('<style>x{fill:ur<g/>l(https://evil.example/f)}</style>')],
    ['a style sheet that imports, cut by a title', svg('<style>x{fill:url(<title>#</title>//evil.example/f)}</style>')],
    [
      'masks within masks, each of which doubles the work',
      svg(
        Array.from(
          { length: 30 },
          (_, i) => `<mask id="m${i}">${`<path d="" mask="url(#m${i + 1})"/>`.repeat(2)}</mask>`,
        ).join('') + '<path d="" mask="url(#m0)"/>',
      ),
    ],
    ['patterns within a clip by style', svg('<pattern id="p"/><mask><g style="fill:url(\'#p\')"/></mask>')],
    ['a pattern that is passed on into another', svg('<pattern id="p"/><g fill="url(#p)"><pattern id="q"/></g>')],
    ['a mask within a mask, its name spelt otherwise', svg('<mask id="m"/><mask><g mask="url(#%6d)"/></mask>')],
    ['a mask that a style sheet puts everywhere', svg('<style>g{mask:url(#m)}</style><mask id="m"><g/></mask>')],
    ['a doctype', utf8('<!DOCTYPE svg [<!ENTITY a "aa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>')],
    ['an entity of its own', svg('<title>&a;</title>')],
    ['an instruction', utf8('<?xml-stylesheet href="https://evil.example/x.css"?><svg/>')],
    ['character data', svg('<title><![CDATA[<script>]]></title>')],
    ['two roots', utf8('<svg/><svg/>')],
    ['text next to the root', utf8('<svg/>hello')],
    ['an open end', utf8('<svg><g></svg>')],
    ['nothing', utf8('   ')],
    ['a page', utf8('<html><body/></html>')],
    ['two thousand and one elements', svg('<g/>'.repeat(2_001))],
    ['endless depth', svg('<g>'.repeat(40) + '</g>'.repeat(40))],
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff])],
  ])('with %s is refused', (_name, bytes) => expect(() => cleanIcon(bytes)).rejects.toThrow(IconRefused));

  it('is refused or rewritten to something without scripts that a second pass does not change', async () => {
    const piece = fc.constantFrom(
      '<g',
      '>',
      '/>',
      '</g>',
      '<script>',
      ' onload="x"',
      ' fill="url(#a)"',
      '&lt;',
      '&#60;',
      '<svg',
      '</svg>',
      '"',
      "'",
      ' href="#a"',
      '<path d="M0"/>',
      'x',
      '<!--',
      '-->',
      '\u0000',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        let out: string;
        try {
          out = await served(svg(pieces.join('')));
        } catch (error) {
          expect(error).toBeInstanceOf(IconRefused);
          return;
        }
        expect(await served(utf8(out))).toBe(out);
        const tags = out
          .match(/<[^>]*>/g)!
          .join('')
          .replaceAll(/"[^"]*"/g, '""');
        expect(tags).not.toMatch(/<script|\son\w+=/i);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the accent of an icon', () => {
  it.each([
    ['<rect fill="none"/><g fill="#FFF" fill-opacity="0.1"/><path fill="#1F6f5c"/><path fill="#000"/>', '#1f6f5c'],
    ['<rect fill="#0a9"/>', '#00aa99'],
    ['<text>fill="#123456"</text><rect fill="red"/>', null],
    ['<rect data-fill="#123456"/>', null],
  ])('of %s is %s', async (inside, accent) => {
    expect((await cleanIcon(svg(inside))).accent).toBe(accent);
  });

  /** Columns of a picture from left to right: RGBA and how many of the 512. */
  const striped = (...stripes: [rgba: number, columns: number][]): Buffer => {
    const row = Buffer.alloc(1 + 512 * 4);
    let at = 1;
    for (const [rgba, columns] of stripes) for (let n = 0; n < columns; n += 1, at += 4) row.writeUInt32BE(rgba, at);
    const rows = Buffer.concat(Array<Buffer>(512).fill(row));
    return png(chunk('IHDR', header()), chunk('IDAT', deflateSync(rows)), END);
  };

  it.each([
    [
      'most of what is opaque and no grey',
      [
        [0xffffffff, 300],
        [0xff000000, 100],
        [0x117755ff, 60],
        [0xee0000ff, 52],
      ],
      '#117755',
    ],
    ['the nearest of 16 steps', [[0x0b6b57ff, 512]], '#116655'],
    [
      'nothing but grey',
      [
        [0xffffffff, 300],
        [0x202020ff, 212],
      ],
      null,
    ],
    ['nothing that is opaque', [[0xff000080, 512]], null],
  ] as [string, [number, number][], string | null][])('of a PNG is that of %s', async (_, stripes, accent) => {
    expect((await cleanIcon(striped(...stripes))).accent).toBe(accent);
  });
});
