import { createServer } from 'node:http';
import { listen } from '../../../../test/support/processes/processes.js';
import { until } from '../../../../test/support/test-timeout.js';
import { ListingsWorld } from '../../../../test/support/drives/listings.js';
import { askAt, GatedDrive, type Verdict } from '../../../../test/support/drives/public-validator.js';
import { purgeOld } from '../../../../test/support/purge-old.js';

describe('the public validator', () => {
  const world = ListingsWorld.forTests({
    VALIDATOR_LIMIT_PER_MINUTE: '8',
    VALIDATOR_LIMIT_PER_HOUR: '1000',
    VALIDATOR_LIMIT_PER_TARGET: '12',
    VALIDATOR_CACHE_SECONDS: '600',
    VALIDATOR_RUN_SECONDS: '300',
  });

  const ask = (url: string | undefined, caller?: string, headers?: Record<string, string>) =>
    askAt(world.app, url, { ...(caller === undefined ? {} : { caller }), ...(headers ? { headers } : {}) });
  const open = (path: string, app = world.app) => app.call({ method: 'GET', url: `/api/public${path}` });
  /** The stored end of a run, asked for again until there is one. */
  const ended = async (id: string) => {
    let answer = await open(`/validations/${id}`);
    await until(async () => (answer = await open(`/validations/${id}`)).status !== 202);
    return answer;
  };
  const begin = async (url: string, more = '&wait=0') => {
    const answer = await askAt(world.app, url, { more });
    return { ...answer, run: JSON.parse(answer.body) as { id: string; permalink: string; live: string } };
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
    const standard = ['checks', 'counts', 'digest', 'engine', 'errored', 'findings', 'manifest', 'ok'];
    const ours = ['cached', 'permalink', 'probes', 'url', 'validated_at'];
    expect(Object.keys(answer.verdict).sort()).toEqual([...standard, ...ours].sort());
    const cookie = await world.app.demo('author');
    const withSession = await ask(drive.manifestUrl, undefined, { cookie });
    expect(withSession.verdict).toMatchObject({ ok: true, digest: answer.verdict.digest });
    expect(withSession.headers['set-cookie']).toBeUndefined();
  });

  it.each([500, 429, 302])('passes no endpoint of a Drive whose manifest answers %i', async (status) => {
    const server = createServer((_, response) => void response.writeHead(status, { location: '/x' }).end());
    const { verdict } = await ask(`http://127.0.0.1:${await listen(server)}/manifest`);
    server.close();
    expect(verdict).toMatchObject({ ok: false, checks: { schema: 'fail', endpoints: 'skipped', hmac: 'skipped' } });
  });

  it('keeps a result under a shareable address, and lists every request that was sent', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const first = await ask(drive.manifestUrl);
    const { permalink, probes } = first.verdict;
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
    const malformed = await open('/validations/x');
    expect([malformed.status, malformed.headers['access-control-allow-origin']]).toEqual([400, '*']);
  });

  it('deletes a shared result after thirty days and not before', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const { permalink } = (await ask(drive.manifestUrl)).verdict;
    await drive.close();
    const opened = async (): Promise<number> =>
      (await world.app.call({ method: 'GET', url: `/api/public${permalink}` })).status;
    const passed = (span: string) =>
      world.db.query(`update listings.validations set validated_at = validated_at - $1::interval`, [span]);
    await passed('29 days 23 hours');
    await purgeOld(world.app);
    expect(await opened()).toBe(200);
    await passed('1 hour');
    expect(await purgeOld(world.app)).toBeGreaterThan(0);
    expect(await opened()).toBe(404);
  });

  it('answers 200 for a bad verdict too, with every finding', async () => {
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

  it.each([undefined, '', 'nonsense', 'https://10.0.0.1/', `https://a.example.com/${'x'.repeat(3000)}`])(
    'answers 400 to the url %s',
    async (url) => {
      const answer = await ask(url);
      expect([answer.status, answer.error]).toEqual([400, 'manifest_url_refused']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    },
  );

  it('counts requests per caller, and says when to retry and which limit was reached', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const other = await world.drive({ slug: 'sonnet', secret: 'x' });
    for (const { manifestUrl } of [drive, other])
      for (let i = 0; i < 4; i++) expect((await ask(manifestUrl, '198.51.100.1')).status).toBe(200);
    const refused = await ask(drive.manifestUrl, '198.51.100.1');
    expect([refused.status, refused.error]).toEqual([429, 'too_many_requests']);
    expect(refused.verdict.details.map(({ code }) => code)).toEqual(['caller_minute']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await ask(drive.manifestUrl, '198.51.100.2')).status).toBe(200);
  });

  it('counts an IPv6 network as one caller', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const other = await world.drive({ slug: 'sonnet', secret: 'x' });
    for (let i = 0; i < 8; i++)
      expect((await ask([drive, other][i % 2]!.manifestUrl, `2001:db8:7::${i}`)).status).toBe(200);
    expect((await ask(drive.manifestUrl, '2001:db8:7::99')).status).toBe(429);
    expect((await ask(drive.manifestUrl, '2001:db8:7:1::1')).status).toBe(200);
  });

  it('cannot be aimed at a host, which is read no more often than its limit, whoever asks', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const answers: (number | string)[] = [];
    for (let i = 0; i < 14; i++) {
      const { status, verdict } = await ask(`${drive.url}/nothing/${i}`, `198.51.100.${10 + (i % 7)}`);
      answers.push(status === 200 ? status : verdict.details[0]!.code);
    }
    expect(answers).toEqual([...Array<number>(12).fill(200), 'target_minute', 'target_minute']);
  });

  it('cannot be used to block the checks of a Drive for its author: one caller gets half of them', async () => {
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const code = async (path: number, caller: string): Promise<number | string> => {
      const { status, verdict } = await ask(`${drive.url}/half/${path}`, caller);
      return status === 200 ? status : verdict.details[0]!.code;
    };
    const stranger: (number | string)[] = [];
    for (let i = 0; i < 8; i++) stranger.push(await code(i, '198.51.100.31'));
    expect(stranger).toEqual([...Array<number>(6).fill(200), 'caller_target_minute', 'caller_target_minute']);
    const author: (number | string)[] = [];
    for (let i = 8; i < 14; i++) author.push(await code(i, '198.51.100.32'));
    expect(author).toEqual(Array<number>(6).fill(200));
  });

  it('counts callers and hosts together in two instances', async () => {
    const other = await world.app.anotherInstance({
      VALIDATOR_LIMIT_PER_MINUTE: '8',
      VALIDATOR_LIMIT_PER_TARGET: '12',
    });
    const instances = [world.app, other];
    const codes: string[] = [];
    for (let i = 0; i < 10; i++) {
      const { verdict } = await askAt(instances[i % 2]!, 'not an address', { caller: '198.51.100.77' });
      codes.push(verdict.details[0]!.code);
    }
    expect(codes).toEqual([...Array<string>(8).fill('url'), 'caller_minute', 'caller_minute']);
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const statuses: number[] = [];
    for (let i = 0; i < 14; i++)
      statuses.push(
        (await askAt(instances[i % 2]!, `${drive.url}/no/${i}`, { caller: `198.51.100.${80 + (i % 7)}` })).status,
      );
    expect(statuses).toEqual([...Array<number>(12).fill(200), 429, 429]);
    await other.close();
  });

  describe('reuses a verdict', () => {
    it('for the same bytes, says so, and requests nothing but the manifest from the Drive', async () => {
      const drive = await world.drive({ slug: 'quill', secret: 'x' });
      const first = await ask(drive.manifestUrl);
      const again = await ask(drive.manifestUrl);
      expect([first.verdict.cached, again.verdict.cached]).toEqual([false, true]);
      expect(again.verdict).toEqual({ ...first.verdict, cached: true });
      await drive.close();
      // Without the manifest it is unknown whether the verdict still applies.
      const gone = await ask(drive.manifestUrl);
      expect([gone.verdict.cached, gone.verdict.ok]).toEqual([false, false]);
    });

    it('only for the same bytes, and unless a new run is requested', async () => {
      const overlay: Record<string, unknown> = {};
      const drive = await world.drive({ slug: 'quill', secret: 'x' }, overlay);
      const first = await ask(drive.manifestUrl);
      overlay['support'] = { email: 'new@quill.example' };
      const changed = await ask(drive.manifestUrl);
      expect(changed.verdict.cached).toBe(false);
      expect(changed.verdict.permalink).not.toBe(first.verdict.permalink);
      const fresh = await askAt(world.app, drive.manifestUrl, { more: '&fresh=1' });
      expect(fresh.verdict.cached).toBe(false);
      expect(new Set([first, changed, fresh].map(({ verdict }) => verdict.permalink)).size).toBe(3);
    });

    it('of another instance, and never where reuse is switched off', async () => {
      const other = await world.app.anotherInstance({ VALIDATOR_CACHE_SECONDS: '600' });
      const never = await world.app.anotherInstance({ VALIDATOR_CACHE_SECONDS: '0' });
      const drive = await world.drive({ slug: 'quill', secret: 'x' });
      const first = await ask(drive.manifestUrl);
      const there = await askAt(other, drive.manifestUrl);
      expect([there.verdict.cached, there.verdict.permalink]).toEqual([true, first.verdict.permalink]);
      expect((await askAt(never, drive.manifestUrl)).verdict.cached).toBe(false);
      await Promise.all([other.close(), never.close(), drive.close()]);
    });

    it('only from the same version of the checks', async () => {
      const drive = await world.drive({ slug: 'quill', secret: 'x' });
      const first = await ask(drive.manifestUrl);
      await world.db.query(`update listings.validations set engine = '0.0.1' where id = $1`, [
        first.verdict.permalink.split('/').at(-1),
      ]);
      expect((await ask(drive.manifestUrl)).verdict.cached).toBe(false);
    });

    it('for all who ask while it is reached, with one run and one request', async () => {
      const drive = await GatedDrive.start();
      const runs = [await begin(drive.url), ...(await Promise.all([1, 2, 3].map(() => begin(drive.url))))];
      await drive.isAsked();
      // A new run that is requested during another one is not that one.
      const renewed = await Promise.all([1, 2].map(() => begin(drive.url, '&wait=0&fresh=1')));
      await drive.isAsked(2);
      await drive.answer();
      const ids = (all: typeof runs): string[] => [...new Set(all.map(({ run }) => run.id))];
      const [shared, fresh] = [ids(runs), ids(renewed)];
      expect([shared.length, fresh.length, shared[0] === fresh[0]]).toEqual([1, 1, false]);
      await ended(shared[0]!);
      await ended(fresh[0]!);
      expect([drive.asked, drive.read]).toEqual([2, 2]);
      drive.close();
    });
  });

  describe('answers a run that is not waited for', () => {
    it('with its state until it has a verdict, which it reaches also when nobody asks', async () => {
      const drive = await GatedDrive.start();
      const begun = await begin(drive.url);
      expect([begun.status, begun.headers['access-control-allow-origin']]).toEqual([202, '*']);
      expect(begun.run).toEqual({
        id: expect.any(String) as string,
        state: 'queued',
        permalink: `/validations/${begun.run.id}`,
      });
      const running = await open(begun.run.permalink);
      expect([running.status, JSON.parse(running.body)]).toEqual([
        202,
        { ...begun.run, state: expect.stringMatching(/^(queued|running)$/) as string },
      ]);
      await drive.isAsked();
      await drive.answer();
      expect((await ended(begun.run.id)).status).toBe(200);
      drive.close();
    });

    it('with the earlier result when its verdict is reused', async () => {
      const drive = await world.drive({ slug: 'quill', secret: 'x' });
      const first = await ask(drive.manifestUrl);
      const { run } = await begin(drive.manifestUrl);
      expect(JSON.parse((await ended(run.id)).body) as Verdict).toEqual({ ...first.verdict, cached: true });
    });
  });

  it('reports a run whose process is gone as interrupted', async () => {
    const id = '0191f000-0000-7000-8000-000000000001';
    await world.db.query(
      `insert into listings.validations (id, url, state, validated_at)
       values ($1, 'https://a.example.com/', 'running', now() - interval '10 minutes')`,
      [id],
    );
    const opened = await open(`/validations/${id}`);
    expect([opened.status, opened.error]).toEqual([409, 'validation_failed']);
    expect((JSON.parse(opened.body) as Verdict).details[0]!.code).toBe('validation_interrupted');
  });

  it('ends the runs of a process that stops, and reports them as interrupted', async () => {
    const other = await world.app.anotherInstance();
    const drive = await GatedDrive.start();
    const answer = await askAt(other, drive.url, { more: '&wait=0' });
    const { permalink } = answer.verdict;
    await drive.isAsked();
    await other.close();
    const opened = await open(permalink);
    expect([opened.status, (JSON.parse(opened.body) as Verdict).details[0]!.code]).toEqual([
      409,
      'validation_interrupted',
    ]);
    drive.close();
  });
});
