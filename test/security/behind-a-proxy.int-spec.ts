import { ListingsWorld } from '../support/drives/listings.js';
import { describeWith } from '../support/needs.js';
import {
  askFrom,
  caddy,
  nginx,
  nodeProxy,
  ownAddress,
  type ProxyAnswer,
  type RunningProxy,
} from '../support/processes/proxies.js';

const PUBLIC_URL = 'https://portal.example.com';
const LIMIT = 3;
const password = 'a long test phrase';

const world = ListingsWorld.forTests({
  PUBLIC_URL,
  TRUSTED_PROXIES: ownAddress(),
  VALIDATOR_LIMIT_PER_MINUTE: String(LIMIT),
  VALIDATOR_LIMIT_PER_HOUR: String(LIMIT),
});
let portal: URL;
beforeAll(async () => {
  await world.app.app.listen(0, ownAddress());
  portal = new URL(await world.app.app.getUrl());
  await world.app.signUp('owner@example.org');
});

// Each caller in a file once: earlier requests count.
let callers = 1;
const caller = (): string => `127.0.0.${++callers}`;

const validate = (from: string, url: string, headers: Record<string, string> = {}): Promise<ProxyAnswer> =>
  askFrom(from, `${url}/api/public/manifest-validate`, { headers });
/** The first detail of each refusal: `url` while the limit holds, because none was named. */
const codesOf = async (ask: () => Promise<ProxyAnswer>, times: number): Promise<unknown[]> => {
  const codes: unknown[] = [];
  for (let i = 0; i < times; i += 1) codes.push((await ask()).body.details?.[0]?.code);
  return codes;
};

function behind(start: (url: URL) => Promise<RunningProxy>): void {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await start(portal);
  });
  afterAll(() => proxy?.close());

  it('two callers are counted apart, and a forged X-Forwarded-For changes nothing', async () => {
    const [one, other] = [caller(), caller()];
    const within = Array<string>(LIMIT).fill('url');
    expect(await codesOf(() => validate(one, proxy.url), LIMIT + 1)).toEqual([...within, 'caller_minute']);
    let i = 0;
    const forging = (): Promise<ProxyAnswer> =>
      validate(one, proxy.url, { 'x-forwarded-for': `203.0.113.${++i}`, forwarded: `for=203.0.113.${i}` });
    expect(await codesOf(forging, 3)).toEqual(Array(3).fill('caller_minute'));
    expect(await codesOf(() => validate(other, proxy.url), LIMIT)).toEqual(within);
  });

  it('signing in works from the page of PUBLIC_URL under any Host, and from no other page', async () => {
    const from = caller();
    const signIn = (headers: Record<string, string>): Promise<ProxyAnswer> =>
      askFrom(from, `${proxy.url}/api/v1/auth/sign-in`, {
        method: 'POST',
        body: { email: 'owner@example.org', password },
        headers,
      });
    const signedIn = await signIn({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' });
    expect(signedIn.status).toBe(200);
    const sessions = await askFrom(from, `${proxy.url}/api/v1/account/sessions`, {
      headers: { cookie: signedIn.cookie! },
    });
    expect(sessions.body.data?.items.find(({ current }) => current)).toMatchObject({ ip: from });
    for (const origin of [`https://${portal.host}`, portal.origin, 'https://inside.example', 'https://evil.example'])
      expect([origin, (await signIn({ origin })).body.error]).toEqual([origin, 'foreign_origin']);
  });
}

describe('a proxy that adds to X-Forwarded-For and rewrites Host', () => behind(nodeProxy));
describeWith('nginx', 'nginx as docs/reverse-proxy.md has it', () => behind(nginx));
describeWith('caddy', 'Caddy as docs/reverse-proxy.md has it', () => behind(caddy));

describe('without a proxy', () => {
  it('no forwarded header is trusted of an address that is not listed', async () => {
    const from = caller();
    let i = 0;
    const forging = (): Promise<ProxyAnswer> =>
      validate(from, portal.origin, { 'x-forwarded-for': `203.0.113.${++i}` });
    const codes = await codesOf(forging, LIMIT + 1);
    expect(codes).toEqual([...Array<string>(LIMIT).fill('url'), 'caller_minute']);
  });
});

describe('IPv6 callers', () => {
  const ask = (address: string): Promise<ProxyAnswer> =>
    validate(ownAddress(), portal.origin, { 'x-forwarded-for': address });

  it('are counted by their first 64 bits', async () => {
    let i = 0;
    const codes = await codesOf(() => ask(`2001:db8:1:1::${(++i).toString(16)}`), LIMIT + 1);
    expect(codes).toEqual([...Array<string>(LIMIT).fill('url'), 'caller_minute']);
    expect((await ask('2001:db8:1:2::1')).body.details?.[0]?.code).toBe('url');
  });

  it('of one network of 48 bits share the limit of eight callers', async () => {
    let i = 0;
    const perHour = 8 * LIMIT;
    const codes = await codesOf(() => ask(`2001:db8:2:${(i++ >> 1).toString(16)}::1`), perHour + 1);
    expect(codes).toEqual([...Array<string>(perHour).fill('url'), 'network_hour']);
    expect((await ask('2001:db8:3::1')).body.details?.[0]?.code).toBe('url');
  });
});

describe('a proxy that writes ports', () => {
  const ask = (forwarded: string): Promise<ProxyAnswer> =>
    validate(ownAddress(), portal.origin, { 'x-forwarded-for': forwarded });

  it.each([
    ['IPv4', '203.0.113.40', (port: number) => `203.0.113.40:${port}`],
    ['IPv6', '2001:db8:40::1', (port: number) => `[2001:db8:40::1]:${port}`],
  ])('counts one caller for each %s address, whatever the port', async (_name, bare, withPort) => {
    let port = 4711;
    const codes = await codesOf(() => ask(withPort(++port)), LIMIT + 1);
    expect(codes).toEqual([...Array<string>(LIMIT).fill('url'), 'caller_minute']);
    expect((await ask(bare)).body.details?.[0]?.code).toBe('caller_minute');
  });

  it('is skipped when it is trusted, and the address that it received is read', async () => {
    const through = (): Promise<ProxyAnswer> => ask(`203.0.113.41, ${ownAddress()}:4711`);
    expect(await codesOf(through, LIMIT)).toEqual(Array(LIMIT).fill('url'));
    expect((await ask('203.0.113.41')).body.details?.[0]?.code).toBe('caller_minute');
  });
});
