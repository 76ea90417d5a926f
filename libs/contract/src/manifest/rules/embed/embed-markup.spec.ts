import fc from 'fast-check';
import { anyCharacter } from '../../../../../../test/support/any-character.js';
import { MAX_EMBED_LENGTH } from './embed-faults.js';
import { readEmbed, renderEmbed } from './embed-markup.js';

const ORIGIN = 'https://embed.example.com';
const codes = (snippet: string, origin: string | null = ORIGIN): string[] =>
  readEmbed(snippet, origin).faults.map(({ code }) => code);
const TOKEN = 'data-token="{{scoped_token}}"';
const SRC = 'src="https://embed.example.com/w.js"';
/** With one place for the token, so that only the tested part is wrong. */
const withToken = (markup: string): string => `${markup}<b ${TOKEN}></b>`;
const OWN = `<script ${SRC} ${TOKEN}></script>`;

describe('an embed', () => {
  it.each([
    [OWN, OWN],
    [
      "<script async defer src='https://embed.example.com/w.js?v=1&amp;x=2' data-token='{{scoped_token}}'></script>",
      `<script async defer src="https://embed.example.com/w.js?v=1&amp;x=2" ${TOKEN}></script>`,
    ],
    [`<SCRIPT SRC="HTTPS://EMBED.example.com:443/w.js" ${TOKEN}>\n</SCRIPT >`, null],
    ['<script src=https://embed.example.com/w.js data-token={{scoped_token}}></script>', OWN],
    [
      `<div id="quill" ${TOKEN} data-note="a > b, 5 < 6 & it's fine"></div>\n<script ${SRC}></script>`,
      `<div id="quill" ${TOKEN} data-note="a &gt; b, 5 &lt; 6 &amp; it's fine"></div>\n<script ${SRC}></script>`,
    ],
    [
      `<iframe src="https://embed.example.com/f" title="Quill" sandbox="allow-scripts" ${TOKEN}></iframe>`,
      `<iframe src="https://embed.example.com/f" title="Quill" sandbox="allow-scripts" ${TOKEN}></iframe>`,
    ],
    [
      '<link rel="stylesheet" href="https://embed.example.com/w.css"/><quill-box token="{{scoped_token}}"></quill-box>',
      '<link rel="stylesheet" href="https://embed.example.com/w.css"><quill-box token="{{scoped_token}}"></quill-box>',
    ],
    [`<p>Drafts &copy; <b ${TOKEN}>here</b></p>`, `<p>Drafts © <b ${TOKEN}>here</b></p>`],
  ])('may be %s and is rewritten', (snippet, markup) => {
    const read = readEmbed(snippet, ORIGIN);
    expect(read.faults).toEqual([]);
    expect(read.markup).toBe(markup ?? `<script src="HTTPS://EMBED.example.com:443/w.js" ${TOKEN}></script>`);
    expect(readEmbed(read.markup!, ORIGIN).markup).toBe(read.markup);
  });

  it.each([
    ['<script src="https://evil.example/w.js"></script>', 'embed_origin'],
    ['<script src="https://embed.example.com.evil.example/w.js"></script>', 'embed_origin'],
    ['<script src="https://embed.example.com@evil.example/w.js"></script>', 'embed_origin'],
    ['<script src="https://embed.example.com:8443/w.js"></script>', 'embed_origin'],
    ['<script src="http://embed.example.com/w.js"></script>', 'embed_origin'],
    ['<script src="//evil.example/w.js"></script>', 'embed_origin'],
    ['<script src="\\\\evil.example/w.js"></script>', 'embed_origin'],
    ['<script src="/w.js"></script>', 'embed_origin'],
    ['<script src="&#104;ttps://evil.example/w.js"></script>', 'embed_origin'],
    ['<script src="https://embed.example.com&#64;evil.example/w.js"></script>', 'embed_origin'],
    ['<script src="data:text/javascript,alert(1)"></script>', 'embed_origin'],
    ['<iframe src="javascript:alert(1)"></iframe>', 'embed_origin'],
    ['<iframe src="&#x6a;avascript&colon;alert(1)"></iframe>', 'embed_origin'],
    ['<a href=" java\tscript:alert(1)">x</a>', 'embed_origin'],
    ['<div data-api="https://evil.example/"></div>', 'embed_origin'],
    ['<quill-box endpoint="https://evil.example/"></quill-box>', 'embed_origin'],
    ['<img src="https://evil.example/i.png">', 'embed_origin'],
    ['<img srcset="https://embed.example.com/i.png 2x">', 'embed_attribute'],
    ['<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>', 'embed_attribute'],
    ['<iframe src="https://embed.example.com/" allow="camera"></iframe>', 'embed_attribute'],
    ['<quill-box srcdoc="x"></quill-box>', 'embed_attribute'],
    ['<div style="background:url(https://evil.example)"></div>', 'embed_attribute'],
    ['<div xlink:href="x"></div>', 'embed_attribute'],
    ['<div is="quill-box"></div>', 'embed_attribute'],
    ['<link rel="preload" href="https://embed.example.com/w.css">', 'embed_attribute'],
    ['<script type="importmap" src="https://embed.example.com/m.json"></script>', 'embed_attribute'],
    ['<script>alert(1)</script>', 'embed_inline_script'],
    [`<script ${SRC}>alert(1)</script>`, 'embed_inline_script'],
    ['<b onclick="alert(1)">x</b>', 'embed_handler'],
    ['<quill-box onload="alert(1)"></quill-box>', 'embed_handler'],
    ['<b @click="alert(1)">x</b>', 'embed_handler'],
    ['<img src="https://embed.example.com/i.png" ONERROR="alert(1)">', 'embed_handler'],
    ['<img src="https://embed.example.com/i.png"\n/onerror="alert(1)">', 'embed_handler'],
    ['<base href="https://embed.example.com/">', 'embed_element'],
    ['<meta http-equiv="refresh" content="0;x">', 'embed_element'],
    ['<svg></svg>', 'embed_element'],
    ['<svg><script>alert(1)</script></svg>', 'embed_element'],
    ['<math><mtext></mtext></math>', 'embed_element'],
    ['<style>@import "x"</style>', 'embed_element'],
    ['<form></form>', 'embed_element'],
    ['<object></object>', 'embed_element'],
    ['<noscript></noscript>', 'embed_element'],
    ['<template><script>alert(1)</script></template>', 'embed_element'],
    ['<template><template><img src=x onerror=alert(1)></template></template>', 'embed_element'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', 'embed_handler'],
    ['<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', 'embed_element'],
    ['<svg></p><style><a id="</style><img src=1 onerror=alert(1)>"></svg>', 'embed_element'],
    ['<table><tr><td><b>x</b></td></tr></table>', 'embed_element'],
    [`<script ${SRC}>`, 'embed_malformed'],
    ['<iframe src="https://embed.example.com/">text</iframe>', 'embed_malformed'],
    ['<!-- <script src="https://embed.example.com/w.js"></script> -->', 'embed_malformed'],
    ['<!doctype html>', 'embed_malformed'],
    ['<body onload="alert(1)">', 'embed_malformed'],
    ['<html><head></head></html>', 'embed_malformed'],
    ['</b>', 'embed_malformed'],
    ['<b>', 'embed_malformed'],
    ['<b><i></b></i>', 'embed_malformed'],
    ['<p><div></div></p>', 'embed_malformed'],
    ['<a><a></a></a>', 'embed_malformed'],
    ['<li>a<li>b', 'embed_malformed'],
    ['<quill-box />', 'embed_malformed'],
    ['<script src="https://embed.example.com/w.js></script>', 'embed_malformed'],
    ['<b id="a"class="b"></b>', 'embed_malformed'],
    ['<b id="a" id="b"></b>', 'embed_malformed'],
    ['<b "x"></b>', 'embed_malformed'],
    ['<b id=></b>', 'embed_malformed'],
    ['x\u0000y', 'embed_malformed'],
    ['x &amp y', 'embed_malformed'],
    ['<?x?>', 'embed_malformed'],
    ['<![CDATA[x]]>', 'embed_malformed'],
    ['<script src="https://embed.example.com/w.js?t={{scoped_token}}"></script>', 'embed_placeholder'],
    ['<quill-box href="{{scoped_token}}"></quill-box>', 'embed_placeholder'],
    ['<b>{{scoped_token}}</b>', 'embed_placeholder'],
    ['<b class="{{scoped_token}}"></b>', 'embed_placeholder'],
    [`<b ${TOKEN}></b>`, 'embed_placeholder'],
    ['<b data-a="{{other}}"></b>', 'embed_placeholder'],
    ['<b>{{constructor.constructor("alert(1)")()}}</b>', 'embed_placeholder'],
  ])('is refused as %s (%s)', (markup, code) => {
    expect(codes(withToken(markup))).toContain(code);
    expect(readEmbed(withToken(markup), ORIGIN).markup).toBeNull();
  });

  it.each([
    ['', 'embed_placeholder_missing'],
    ['<b data-token="{{ scoped_token }}"></b>', 'embed_placeholder_missing'],
    ['<b data-token="{{SCOPED_TOKEN}}"></b>', 'embed_placeholder_missing'],
    ['<b data-token="t-{{scoped_token}}"></b>', 'embed_placeholder'],
    ['<b data-token="{{{{scoped_token}}}}"></b>', 'embed_placeholder'],
    ['<b data-token="&lcub;{scoped_token}}"></b>', 'embed_placeholder_missing'],
    ['<b', 'embed_malformed'],
    [`${OWN}${'x'.repeat(1_048_576)}`, 'embed_too_long'],
    [OWN.padEnd(MAX_EMBED_LENGTH + 1), 'embed_too_long'],
  ])('is refused with the token as in %.60s (%s)', (snippet, code) => expect(codes(snippet)).toContain(code));

  it('may have 16 nested elements and no more', () => {
    const nested = (depth: number): string => withToken(`${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`);
    expect([codes(nested(16)), codes(nested(17))]).toEqual([[], ['embed_malformed']]);
  });

  it('may be as long as the limit', () => expect(codes(OWN.padEnd(MAX_EMBED_LENGTH))).toEqual([]));

  it('is judged without an origin too, and reports that it loads something', () => {
    expect(readEmbed(OWN, null)).toEqual({ markup: OWN, faults: [], loads: true });
    expect(readEmbed(`<b ${TOKEN}></b>`, null)).toMatchObject({ faults: [], loads: false });
    expect(codes(withToken('<script src="http://a.example/w.js"></script>'), null)).toEqual(['embed_origin']);
    expect(codes(withToken('<iframe src="javascript:1"></iframe>'), null)).toEqual(['embed_origin']);
  });

  it('gets its token unchanged, whatever a replacement pattern would mean', () => {
    expect(renderEmbed(OWN, '$&$1-_~+/==')).toBe(`<script ${SRC} data-token="$&$1-_~+/=="></script>`);
  });

  it('has each kind of fault reported once, for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '</',
        '<script',
        '<b ',
        '>',
        '"',
        "'",
        '=',
        ' src=',
        'onload',
        '</script>',
        '<!--',
        '&#',
        ORIGIN,
      ),
      fc.string({ unit: anyCharacter, maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const found = codes(pieces.join(''));
        expect(new Set(found).size).toBe(found.length);
        const { markup } = readEmbed(pieces.join(''), ORIGIN);
        if (markup !== null) expect(readEmbed(markup, ORIGIN)).toMatchObject({ markup, faults: [] });
      }),
    );
  });

  it('is judged in little time, however it is written', () => {
    for (const text of ['<b ', ' ', '<b a="', "'", '</script', '<script ', '<b a="x" ', '<b>', '<a><b>', '<p><div>'])
      expect(codes(text.repeat(80_000).slice(0, MAX_EMBED_LENGTH)).length).toBeLessThan(6);
  });
});
