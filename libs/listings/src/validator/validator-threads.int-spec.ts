import { ListingsWorld } from '../../../../test/support/drives/listings.js';
import { askAt, GatedDrive } from '../../../../test/support/drives/public-validator.js';
import { eventually } from '../../../../test/support/test-timeout.js';

describe('the public validator under failure', () => {
  const world = ListingsWorld.forTests({
    VALIDATOR_LIMIT_PER_MINUTE: '1000',
    VALIDATOR_LIMIT_PER_HOUR: '1000',
    VALIDATOR_LIMIT_PER_TARGET: '1000',
    VALIDATOR_THREADS: '1',
    VALIDATOR_RUN_SECONDS: '300',
  });
  const ask = (path: string, caller?: string) =>
    askAt(world.app, `http://127.0.0.1:1024${path}`, caller === undefined ? {} : { caller });

  it('replaces a thread that a manifest occupies, and delays nobody else', async () => {
    const order: string[] = [];
    const short = await world.app.anotherInstance({
      VALIDATOR_LIMIT_PER_MINUTE: '1000',
      VALIDATOR_LIMIT_PER_TARGET: '1000',
      VALIDATOR_THREADS: '1',
      // Of every run: the run that begins after the hostile one has to start a thread and come to its verdict in it.
      VALIDATOR_RUN_SECONDS: '15',
    });
    const drive = await world.drive({ slug: 'quill', secret: 'x' });
    const spin = askAt(short, 'http://127.0.0.1:1024/trouble/sleep');
    const hostile = spin.then(({ status, error }) => order.push(`${status} ${error}`));
    // Two requests on two connections arrive in any order: the hostile run has to be the one on the thread.
    const known = `select count(*)::int as runs from listings.validations where url like '%/trouble/sleep'`;
    await eventually(
      'the hostile run',
      () => world.db.query<{ runs: number }>(known),
      ([row]) => row!.runs === 1,
    );
    const next = askAt(short, drive.manifestUrl).then(({ verdict }) => order.push(`verdict ${verdict.ok}`));
    for (const path of ['/api/public/catalogue', '/api/health/ready']) {
      const { status } = await short.call({ method: 'GET', url: path });
      order.push(`${status} ${path}`);
    }
    await Promise.all([hostile, next]);
    expect(order.slice(0, 2)).toEqual(['200 /api/public/catalogue', '200 /api/health/ready']);
    expect(order.slice(2).sort()).toEqual(['504 validation_timeout', 'verdict true']);
    await Promise.all([short.close(), drive.close()]);
  });

  it.each(['heap', 'exit', 'reject', 'throw'])(
    'answers a run that ends its thread (%s) clearly, keeps it, and affects no other',
    async (word) => {
      const drive = await world.drive({ slug: 'quill', secret: 'x' });
      const hostile = ask(`/trouble/${word}`);
      const next = askAt(world.app, drive.manifestUrl);
      const { status, error, headers, body } = await hostile;
      expect([status, error, headers['access-control-allow-origin']]).toEqual([500, 'validation_crashed', '*']);
      expect(body).not.toMatch(/thrown on purpose|nobody listens|\.ts|at \w/);
      expect((await next).verdict).toMatchObject({ ok: true, cached: false });
      const [row] = await world.db.query<{ id: string; state: string; failure: string }>(
        'select id, state, failure from listings.validations where url like $1',
        [`%/trouble/${word}`],
      );
      expect(row).toMatchObject({ state: 'failed', failure: 'validation_crashed' });
      const opened = await world.app.call({ method: 'GET', url: `/api/public/validations/${row!.id}` });
      expect([opened.status, opened.error]).toEqual([409, 'validation_failed']);
      await drive.close();
    },
  );

  it('refuses when all threads are busy and the queue is full, and says when to retry', async () => {
    const full = await world.app.anotherInstance({
      VALIDATOR_LIMIT_PER_MINUTE: '1000',
      VALIDATOR_LIMIT_PER_TARGET: '1000',
      VALIDATOR_THREADS: '1',
      VALIDATOR_QUEUE: '1',
      VALIDATOR_RUN_SECONDS: '300',
    });
    const drive = await GatedDrive.start();
    const runs = askAt(full, `${drive.url}?1`);
    await drive.isAsked();
    const waits = askAt(full, `${drive.url}?2`);
    const unfinished = async (): Promise<number> => {
      const [row] = await world.db.query<{ n: number }>(
        `select count(*)::int as n from listings.validations where state in ('queued', 'running')`,
      );
      return row!.n;
    };
    while ((await unfinished()) < 2);
    const refused = await askAt(full, `${drive.url}?3`);
    expect([refused.status, refused.error]).toEqual([503, 'validator_busy']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(refused.body)).toMatchObject({ ok: false, request_id: expect.any(String) as string });
    await drive.answer();
    await drive.isAsked(2);
    await drive.answer();
    expect([(await runs).status, (await waits).status]).toEqual([200, 200]);
    await full.close();
    drive.close();
  });

  it('limits the concurrent runs of one caller', async () => {
    const more = await world.app.anotherInstance({
      VALIDATOR_LIMIT_PER_MINUTE: '1000',
      VALIDATOR_LIMIT_PER_TARGET: '1000',
      VALIDATOR_THREADS: '4',
      VALIDATOR_RUN_SECONDS: '300',
    });
    const drive = await GatedDrive.start();
    const caller = '198.51.100.200';
    const held = [1, 2, 3].map((i) => askAt(more, `${drive.url}?${i}`, { caller }));
    await drive.isAsked(3);
    const refused = await askAt(more, `${drive.url}?4`, { caller });
    expect([refused.status, refused.verdict.details[0]!.code]).toEqual([429, 'caller_running']);
    const other = askAt(more, `${drive.url}?5`);
    await drive.isAsked(4);
    await drive.answer();
    expect((await Promise.all([...held, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await more.close();
    drive.close();
  });
});
