import { accentOf, pagesOf } from './plugin-pages.js';

const ORIGIN = 'https://quill.example';
const of = (mountUrl: string | null, origin: string | null = ORIGIN) => ({ name: 'Quill', mountUrl, origin });
const route = (path: string) => ({ path, label: 'Drafts', icon: 'pencil' });

describe('the pages of an install', () => {
  it.each([
    ['https://quill.example/app/ws_1', '/quill/drafts', 'https://quill.example/app/ws_1/quill/drafts'],
    ['https://quill.example/app/ws_1/', '/quill/drafts', 'https://quill.example/app/ws_1/quill/drafts'],
    ['https://quill.example', '/quill', 'https://quill.example/quill'],
    ['https://quill.example/?ws=1#start', '/quill', 'https://quill.example/quill?ws=1#start'],
    ['https://quill.example/?ws=1#start', '/quill?tab=a%20b#end', 'https://quill.example/quill?ws=1&tab=a+b#end'],
    ['https://embed.quill.example:8443/x', '/quill', 'https://embed.quill.example:8443/x/quill'],
    [null, '/quill/drafts', 'https://quill.example/quill/drafts'],
  ])('below %s, %s is at %s', (mountUrl, path, url) => {
    expect(pagesOf(of(mountUrl), [route(path)])).toEqual([{ ...route(path), url }]);
  });

  it('have the address itself when there are no routes, and none when there is neither', () => {
    expect(pagesOf(of('https://quill.example/app'), [])).toEqual([
      { path: '/', label: 'Quill', icon: '', url: 'https://quill.example/app' },
    ]);
    expect(pagesOf(of(null), [])).toEqual([]);
    expect(pagesOf(of(null, null), [route('/quill')])).toEqual([]);
  });

  it('never leave the origin, whatever the path', () => {
    for (const path of ['//evil.example/x', '/\\evil.example', '/a/../../b', '/@evil.example', '/:8443', '/%2e%2e/x'])
      expect([path, new URL(pagesOf(of('https://quill.example/app'), [route(path)])[0]!.url).origin]).toEqual([
        path,
        ORIGIN,
      ]);
    expect(
      pagesOf(
        of(null),
        Array.from({ length: 60 }, (_, i) => route(`/quill/${i}`)),
      ),
    ).toHaveLength(50);
  });

  it.each([
    ['#1f6f5c', '#1f6f5c'],
    ['#ABCDEF', '#ABCDEF'],
    ['red', null],
    ['#12345', null],
    ['#123456;x', null],
    [null, null],
  ])('have, for the colour %s, the stripe %s', (color, accent) => expect(accentOf(color)).toBe(accent));
});
