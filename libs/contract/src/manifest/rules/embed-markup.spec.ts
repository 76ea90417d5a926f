import fc from 'fast-check';
import { anyCharacter } from '../../../../../test/support/any-character.js';
import { judgeEmbed } from './embed-markup.js';

const ORIGIN = 'https://embed.example.com';
const codes = (snippet: string, origin: string | null = ORIGIN): string[] =>
  judgeEmbed(snippet, origin).faults.map(({ code }) => code);

describe('an embed', () => {
  it.each([
    '<script src="https://embed.example.com/w.js" data-token="{{scoped_token}}"></script>',
    "<script async defer src='https://embed.example.com/w.js?v=1&amp;x=2' data-token='{{scoped_token}}'></script>",
    '<SCRIPT SRC="HTTPS://EMBED.example.com:443/w.js">\n</SCRIPT >',
    '<div id="quill" data-token="{{scoped_token}}" data-note="a > b, 5 < 6 and it\'s fine"></div>\n<script src="https://embed.example.com/w.js"></script>',
    '<iframe src="https://embed.example.com/f?t={{scoped_token}}" title="Quill" sandbox="allow-scripts"></iframe>',
    '<link rel="stylesheet" href="https://embed.example.com/w.css"/><quill-box token="{{scoped_token}}" />',
    'Your token: {{scoped_token}}',
    '',
  ])('may be %s', (snippet) => expect(codes(snippet)).toEqual([]));

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
    ['<a href=" java\tscript:alert(1)">x</a>', 'embed_origin'],
    ['<div data-api="https://evil.example/"></div>', 'embed_origin'],
    ['<img src="https://evil.example/i.png">', 'embed_origin'],
    ['<img srcset="https://embed.example.com/i.png 2x">', 'embed_attribute'],
    ['<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>', 'embed_attribute'],
    ['<div style="background:url(https://evil.example)"></div>', 'embed_attribute'],
    ['<script>alert(1)</script>', 'embed_inline_script'],
    ['<script src="https://embed.example.com/w.js">alert(1)</script>', 'embed_inline_script'],
    ['<b onclick="alert(1)">x</b>', 'embed_handler'],
    ['<img src="https://embed.example.com/i.png" ONERROR="alert(1)">', 'embed_handler'],
    ['<script src=https://embed.example.com/w.js></script>', 'embed_unquoted'],
    ['<b id=x>{{scoped_token}}</b>', 'embed_unquoted'],
    ['<base href="https://embed.example.com/">', 'embed_element'],
    ['<meta http-equiv="refresh" content="0;x">', 'embed_element'],
    ['<svg></svg>', 'embed_element'],
    ['<style>@import "x"</style>', 'embed_element'],
    ['<form></form>', 'embed_element'],
    ['<script src="https://embed.example.com/w.js">', 'embed_malformed'],
    ['<iframe src="https://embed.example.com/">text</iframe>', 'embed_malformed'],
    ['<!-- <script src="https://embed.example.com/w.js"></script> -->', 'embed_malformed'],
    ['<script src="https://embed.example.com/w.js></script>', 'embed_malformed'],
    ['<b id="a"class="b">', 'embed_malformed'],
    ['<b "x">', 'embed_malformed'],
    ['<b/onclick="x()">', 'embed_malformed'],
    ['<b id=>', 'embed_malformed'],
    ['<b', 'embed_malformed'],
    ['<?x?>', 'embed_malformed'],
  ])('is refused as %s (%s)', (snippet, code) => expect(codes(snippet)).toContain(code));

  it('is judged without an origin too, and known to load something', () => {
    expect(judgeEmbed('<script src="https://a.example/w.js"></script>', null)).toEqual({ faults: [], loads: true });
    expect(judgeEmbed('<b>{{scoped_token}}</b>', null)).toEqual({ faults: [], loads: false });
    expect(codes('<script src="http://a.example/w.js"></script>', null)).toEqual(['embed_origin']);
    expect(codes('<iframe src="javascript:1"></iframe>', null)).toEqual(['embed_origin']);
  });

  it('says each kind of fault once, of whatever it is given', () => {
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
      }),
    );
  });

  it('is judged in little time, however it is written', () => {
    for (const text of ['<b ', ' ', '<b a="', "'", '</script', '<script ', '<b a="x" '])
      expect(codes(`<b ${text.repeat(80_000)}x>`).length).toBeLessThan(5);
  });
});
