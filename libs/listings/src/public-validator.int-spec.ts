import { FixedClock } from '@portal/kernel';
import { Transactor } from '@portal/platform';
import { ListingsWorld } from '../../../test/support/listings.js';
import { ForgetValidations, VALIDATION_KEPT_MS } from './forget-validations.js';
import { ValidationsRepository } from './persistence/validations.repository.js';

interface Verdict {
  ok: boolean;
  checks: Record<string, string>;
  findings: { id: string; level: string; fix: string }[];
  engine: object;
  manifest: { name: string } | null;
  digest: string | null;
}

describe('the public validator', () => {
  let world: ListingsWorld;
  beforeAll(async () => {
    world = await ListingsWorld.start({ VALIDATOR_LIMIT_PER_MINUTE: '8', VALIDATOR_LIMIT_PER_HOUR: '1000' });
  });
  afterAll(() => world.close());

  let callers = 0;
  const ask = async (
    url: string | undefined,
    caller = `203.0.113.${++callers}`,
    headers: Record<string, string> = {},
  ) => {
    const query = url === undefined ? '' : `?url=${encodeURIComponent(url)}`;
    const answer = await world.app.call({
      method: 'GET',
      url: `/api/public/manifest-validate${query}`,
      headers: { 'x-forwarded-for': caller, ...headers },
    });
    return { ...answer, verdict: JSON.parse(answer.body) as Verdict };
  };

  it('gives the verdict on a live Drive in the shape of the contract, open to every page, without a session', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'known-to-nobody-here' });
    const answer = await ask(drive.manifestUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.verdict).toMatchObject({
      ok: true,
      checks: { schema: 'pass', endpoints: 'pass', hmac: 'pass' },
      manifest: { name: 'Quill' },
    });
    const standard = ['checks', 'digest', 'engine', 'findings', 'manifest', 'ok'];
    const ours = ['permalink', 'probes', 'url', 'validated_at'];
    expect(Object.keys(answer.verdict).sort()).toEqual([...standard, ...ours].sort());
    const cookie = await world.app.demo('author');
    const withSession = await ask(drive.manifestUrl, undefined, { cookie });
    expect(withSession.verdict).toMatchObject({ ok: true, digest: answer.verdict.digest });
    expect(withSession.headers['set-cookie']).toBeUndefined();
    await drive.close();
  });

  it('keeps a result under an address that can be shared, and tells every request that was sent', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const first = await ask(drive.manifestUrl);
    const { permalink, probes } = first.verdict as unknown as { permalink: string; probes: { path: string }[] };
    expect(probes.length).toBeGreaterThan(30);
    await drive.close();
    const again = await world.app.call({ method: 'GET', url: `/api/public${permalink}` });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers['access-control-allow-origin']).toBe('*');
    const unknown = '/api/public/validations/00000000-0000-4000-8000-000000000000';
    expect(await world.app.call({ method: 'GET', url: unknown })).toMatchObject({
      status: 404,
      error: 'validation_not_found',
    });
    expect((await world.app.call({ method: 'GET', url: '/api/public/validations/x' })).status).toBe(400);
  });

  it('forgets a shared result after thirty days and not before', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const { permalink } = (await ask(drive.manifestUrl)).verdict as unknown as { permalink: string };
    await drive.close();
    const clock = new FixedClock(new Date());
    const forget = new ForgetValidations(world.app.get(Transactor), new ValidationsRepository(), clock);
    const opened = async (): Promise<number> =>
      (await world.app.call({ method: 'GET', url: `/api/public${permalink}` })).status;
    clock.advance(VALIDATION_KEPT_MS - 60_000);
    await forget.execute();
    expect(await opened()).toBe(200);
    clock.advance(120_000);
    expect(await forget.execute()).toBeGreaterThan(0);
    expect(await opened()).toBe(404);
  });

  it('gives 200 for a bad verdict too, with every finding', async () => {
    const drive = await world.drive(
      { slug: 'quill', secret: 'x' },
      { schema_version: '1', drive: { category: 'Nope' } },
    );
    const { status, verdict } = await ask(drive.manifestUrl);
    expect([status, verdict.ok, verdict.checks['schema']]).toEqual([200, false, 'fail']);
    expect(verdict.findings.filter((f) => f.level === 'error').length).toBeGreaterThanOrEqual(2);
    const gone = await ask('http://127.0.0.1:1024/manifest');
    expect([gone.status, gone.verdict.ok, gone.verdict.manifest]).toEqual([200, false, null]);
  });

  it.each([
    undefined,
    '',
    'nonsense',
    'ftp://a.example.com/',
    'https://10.0.0.1/',
    'http://a.example.com/',
    'http://169.254.169.254/',
    `https://a.example.com/${'x'.repeat(3000)}`,
  ])('answers 400 to the url %s', async (url) => {
    const answer = await ask(url);
    expect([answer.status, answer.error]).toEqual([400, 'manifest_url_refused']);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('counts per caller and says when to come again', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    for (let i = 0; i < 8; i++) expect((await ask(drive.manifestUrl, '198.51.100.1')).status).toBe(200);
    const refused = await ask(drive.manifestUrl, '198.51.100.1');
    expect([refused.status, refused.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await ask(drive.manifestUrl, '198.51.100.2')).status).toBe(200);
  });

  it('cannot be aimed: one origin is read no more often than one caller may ask, whoever asks', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) statuses.push((await ask(`${drive.url}/nothing/${i}`)).status);
    expect(statuses).toEqual([...Array<number>(8).fill(200), 429, 429]);
  });
});
