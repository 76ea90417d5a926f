import { portalRoutes } from '../../../../scripts/lib/testing/recorded.mjs';
import { PageHeads } from './page-heads.js';

const URL_OF_PORTAL = 'https://portal.example';
const PAGES = ['/', '/catalogue', '/catalogue/$slug', '/author/drives/$id', '/plugins/installed/$id/open/$'];
const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '&lt;b&gt; & $& $` $1',
  'evil\u202Etxt.exe',
  'two\nlines\u2028three',
];

const headsOf = (name: string, tagline = 'Notes') =>
  new PageHeads(PAGES, URL_OF_PORTAL, () => Promise.resolve({ name, tagline }));

it.each(HOSTILE)('%j as name and tagline of a plugin is text in the head, never markup', async (words) => {
  const { status, html } = await headsOf(words, words).of('/catalogue/notes');
  const own = html.replaceAll(
    /<\/?title>|<meta (?:name|property)="[\w:]+" content="[^"<>]*" \/>|<link rel="canonical" href="[^"<>]*" \/>/g,
    '',
  );
  expect([status, /[<>"']/.test(own)]).toEqual([200, false]);
  expect(html).not.toMatch(/[\u202E\u2028]/u);
  expect(html).toContain(`<link rel="canonical" href="${URL_OF_PORTAL}/catalogue/notes" />`);
});

it('a slug is looked up once while its answer is fresh, and a slug that none can have never', async () => {
  let reads = 0;
  const heads = new PageHeads(PAGES, URL_OF_PORTAL, () => Promise.resolve((reads += 1) > 0 ? null : null));
  for (let i = 0; i < 5; i += 1) expect((await heads.of('/catalogue/unknown')).status).toBe(404);
  for (const path of ['/catalogue/UPPER', '/catalogue/a%2Fb', '/catalogue/<x>', `/catalogue/${'a'.repeat(64)}`])
    expect([path, (await heads.of(path)).status]).toEqual([path, 404]);
  expect(reads).toBe(1);
});

it('no page is called unknown because the database did not answer', async () => {
  const heads = new PageHeads(PAGES, URL_OF_PORTAL, () => Promise.reject(new Error('no database')));
  expect((await heads.of('/catalogue/notes')).status).toBe(200);
});

it.each([
  ['/', 200],
  ['/catalogue/', 200],
  ['/author/drives/1', 200],
  ['/plugins/installed/1/open', 200],
  ['/plugins/installed/1/open/a/b', 200],
  ['/author/drives/1/2', 404],
  ['/nowhere', 404],
])('%s is answered with %i', async (path, status) => {
  expect((await headsOf('Notes').of(path)).status).toBe(status);
});

it('every page of the portal is known, and no other address', async () => {
  const addresses = portalRoutes().map(({ address }) => address);
  const heads = new PageHeads(addresses, URL_OF_PORTAL, () => Promise.resolve({ name: 'Notes', tagline: 'Notes' }));
  const statuses = await Promise.all(
    addresses.map(async (page) => (await heads.of(page.replaceAll(/\$\w*/g, 'x'))).status),
  );
  expect(addresses.filter((_, i) => statuses[i] !== 200)).toEqual([]);
  for (const path of ['/no-such-page', '/author/no-such', '/docs/signing/x'])
    expect([path, (await heads.of(path)).status]).toEqual([path, 404]);
});
