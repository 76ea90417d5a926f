import { framingOf } from './framing.js';

const PORTAL = 'https://portal.example';
const PAGE = 'https://drive.example/app';
const csp = (value: string) => ({ 'content-security-policy': value });
const frame = (value: string) => ({ 'x-frame-options': value });

const askedBy = (host: string | undefined) => async (headers: Record<string, string>) => {
  const framing = await framingOf(() => Promise.resolve({ status: 200, headers }), PAGE, host);
  return 'forbiddenBy' in framing && framing.forbiddenBy;
};
const [asked, unknown] = [askedBy(PORTAL), askedBy(undefined)];

describe('a page in a frame of the host', () => {
  it.each([
    {},
    csp("default-src 'none'"),
    csp('frame-ancestors *'),
    csp('frame-ancestors https:'),
    csp('frame-ancestors https://*'),
    csp(`frame-ancestors 'self' ${PORTAL}`),
    csp('frame-ancestors https://*.example'),
    csp('frame-ancestors http://portal.example'),
    csp('frame-ancestors portal.example:443'),
    csp('frame-ancestors https://portal.example:*'),
    csp(`default-src 'self', frame-ancestors ${PORTAL}`),
    frame('ALLOWALL'),
    frame('ALLOW-FROM https://portal.example'),
    // frame-ancestors takes its place.
    { ...csp(`frame-ancestors ${PORTAL}`), ...frame('DENY') },
  ])('is allowed by %j', async (headers) => expect(await asked(headers)).toBeNull());

  it.each([
    [csp("frame-ancestors 'none'"), "content-security-policy: frame-ancestors 'none'"],
    [csp('frame-ancestors'), 'content-security-policy: frame-ancestors'],
    [csp("Frame-Ancestors 'self'"), "content-security-policy: frame-ancestors 'self'"],
    [
      csp('frame-ancestors https://*.portal.example'),
      'content-security-policy: frame-ancestors https://*.portal.example',
    ],
    [
      csp('frame-ancestors https://portal.example:8443'),
      'content-security-policy: frame-ancestors https://portal.example:8443',
    ],
    [csp(`frame-ancestors ${PORTAL}, frame-ancestors 'self'`), "content-security-policy: frame-ancestors 'self'"],
    [frame('SameOrigin'), 'x-frame-options: SAMEORIGIN'],
    [frame('DENY, ALLOWALL'), 'x-frame-options: DENY, ALLOWALL'],
  ])('is forbidden by %j', async (headers, by) => expect(await asked(headers)).toBe(by));

  it('of an unknown host is forbidden only by what forbids every host', async () => {
    expect(await unknown(csp('frame-ancestors https://another.example'))).toBeNull();
    expect(await unknown(frame('DENY'))).toBe('x-frame-options: DENY');
    expect(await unknown(csp("frame-ancestors 'self'"))).not.toBeNull();
  });

  it('follows redirects at its own origin only, and a limited number of them', async () => {
    const hops: Record<string, Record<string, string>> = {
      [PAGE]: { location: '/app/' },
      [`${PAGE}/`]: frame('DENY'),
      'https://drive.example/away': { location: 'https://login.example/' },
      'https://drive.example/round': { location: '/round' },
    };
    const from = (page: string) =>
      framingOf(
        (url) => Promise.resolve({ status: 'location' in hops[url]! ? 302 : 200, headers: hops[url]! }),
        page,
        PORTAL,
      );
    expect(await from(PAGE)).toEqual({ forbiddenBy: 'x-frame-options: DENY' });
    expect(await from('https://drive.example/away')).toEqual({ forbiddenBy: 'location: https://login.example/' });
    expect(await from('https://drive.example/round')).toEqual({ failure: 'redirects' });
    expect(await framingOf(() => Promise.resolve({ failure: 'timeout' }), PAGE, PORTAL)).toEqual({
      failure: 'timeout',
    });
  });
});
