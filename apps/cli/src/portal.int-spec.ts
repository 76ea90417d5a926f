import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../test/support/drives/listings.js';
import { control } from '../../../test/support/drives/console.js';
import { endOf, startProcess } from '../../../test/support/processes/processes.js';
import { until } from '../../../test/support/test-timeout.js';
import { serveCommand } from '../../../test/support/processes/served-command.js';
import { runDrive, type Ran } from './testing/drive.js';

interface Printed {
  ok: boolean;
  error?: string;
  drives: {
    drive: { slug: string; state: string; live_version: string | null };
    submission: { state: string } | null;
  }[];
}

describe('the commands of an author against a portal', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let owned: OwnedDrive;
  let env: Record<string, string>;
  let portal: string;
  let drives = 0;

  const token = async (as: Author, access: 'read' | 'write'): Promise<string> => {
    const { data } = await world.app.call<{ secret: string }>({
      method: 'POST',
      url: '/api/v1/author/api-tokens',
      as: as.cookie,
      body: { name: 'CI', member_role: 'developer', access },
    });
    return data.secret;
  };

  beforeAll(async () => {
    await world.app.app.listen(0, '127.0.0.1');
    const { port } = (world.app.app.getHttpServer() as { address: () => AddressInfo }).address();
    portal = `http://127.0.0.1:${port}`;
    ada = await world.author('ada');
    env = { DRIVE_PORTAL_URL: portal, DRIVE_PORTAL_TOKEN: await token(ada, 'write') };
  });
  beforeEach(async () => {
    owned = await world.reserve(ada, `quill-${(drives += 1)}`);
  });

  const run = (argv: string[], over: Record<string, string> = {}): Promise<Ran> =>
    runDrive(argv, { env: { ...env, ...over } });
  /** The command while the worker works. */
  async function watched(argv: string[]): Promise<{ code: number; printed: Printed }> {
    let ended = false;
    const running = run([...argv, '--watch', '--json']).finally(() => (ended = true));
    await until(() => world.work().then(() => ended));
    const { code, out } = await running;
    return { code, printed: JSON.parse(out) as Printed };
  }

  it('submit a good Drive and wait until its checks have run; status says the same', async () => {
    const drive = await world.drive(owned);
    const { code, printed } = await watched(['submit', owned.slug, drive.manifestUrl]);
    expect(printed).toMatchObject({
      ok: true,
      drives: [{ drive: { slug: owned.slug }, submission: { state: 'in_review' } }],
    });
    expect(code).toBe(0);
    const status = await run(['status', owned.slug]);
    expect(status).toMatchObject({ code: 0, err: '' });
    expect(status.out).toMatch(new RegExp(`^OK {4}.*\\(${owned.slug}\\): in_review\\n`));
    expect(status.out).toMatch(
      /It waits for a reviewer\. A reviewer approves it\. \(reviewer\)\n +number \d+ of \d+ in the queue \(highest risk first, then longest wait\); usual time: /,
    );
    expect(status.out).toMatch(/\d+ of \d+ checks passed, \d+ warned, 0 failed, \d+ not run/);
    const early = await run(['publish', owned.slug, '--json']);
    expect([early.code, (JSON.parse(early.out) as Printed).error]).toEqual([1, 'listing_not_live']);
  });

  it('exit with 1 for a Drive whose checks fail, and print each error with its fix', async () => {
    const drive = await world.drive(owned);
    await control(drive.url, 'switch', { name: 'metrics-open', on: true });
    const { code, printed } = await watched(['submit', owned.driveId, drive.manifestUrl]);
    expect([code, printed.ok, printed.drives[0]!.submission!.state]).toEqual([1, false, 'failed']);
    const { out } = await run(['status', owned.slug]);
    expect(out).toMatch(/^FAIL {2}/);
    expect(out).toMatch(/error +C50/);
  });

  it('publish a new version of a listed Drive and wait until it was read', async () => {
    const overlay: Record<string, unknown> = {};
    const drive = await world.drive(owned, overlay);
    await world.publish(ada.cookie, owned.driveId, drive.manifestUrl);
    overlay.drive = { version: '1.0.1' };
    const { code, printed } = await watched(['publish', owned.slug]);
    expect(printed).toMatchObject({ ok: true, drives: [{ drive: { state: 'listed', live_version: '1.0.1' } }] });
    expect(code).toBe(0);
  });

  it('without --watch exit at once', async () => {
    const drive = await world.drive(owned);
    const first = await run(['submit', owned.slug, drive.manifestUrl, '--json']);
    expect([first.code, (JSON.parse(first.out) as Printed).drives[0]!.submission!.state]).toEqual([0, 'received']);
    await world.work();
  });

  it('run as the documentation writes them for continuous integration', async () => {
    const { default: steps } = await import('../../web/src/docs/ci.json');
    const overlay: Record<string, unknown> = {};
    const drive = await world.drive(owned, overlay);
    const served = await serveCommand(portal);
    const dir = await mkdtemp(path.join(tmpdir(), 'drive-ci-'));
    const step = async (i: number): Promise<{ code: number | null; out: string }> => {
      const script = steps[i]!.command.replaceAll('https://portal.example.com', served.origin)
        .replaceAll('http://127.0.0.1:4020', drive.url)
        .replaceAll('https://my-drive.example.com', drive.url)
        .replaceAll('my-drive', owned.slug);
      const child = startProcess('bash', ['-e', '-c', script], {
        cwd: dir,
        env: {
          PATH: process.env.PATH,
          PLATFORM_AGENT_SECRET: owned.secret,
          DRIVE_PORTAL_TOKEN: env.DRIVE_PORTAL_TOKEN,
        },
      });
      const ended = endOf(child);
      await until(() => world.work().then(() => child.exitCode !== null));
      return ended;
    };
    try {
      expect(await step(0)).toMatchObject({ code: 0, out: expect.stringMatching(/^PASS/) as unknown });
      expect(await step(1)).toMatchObject({ code: 0, out: expect.stringContaining('in_review') as unknown });
      await world.publish(ada.cookie, owned.driveId, drive.manifestUrl);
      overlay.drive = { version: '1.0.1' };
      expect(await step(2)).toMatchObject({ code: 0, out: expect.stringContaining('listed, live 1.0.1') as unknown });
      expect(await step(3)).toMatchObject({ code: 0, out: expect.stringContaining('listed, live 1.0.1') as unknown });
      expect(steps).toHaveLength(4);
    } finally {
      await served.close();
      await rm(dir, { recursive: true, force: true });
    }
  });

  /** Exit code and error where the portal, or what stands at its address, answers 200 with this body. */
  async function answering(body: string | ((path: string) => string)): Promise<[number, string | undefined]> {
    const server = createServer(
      ({ url = '' }, response) => void response.end(typeof body === 'string' ? body : body(url)),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, out, err } = await run(['status', '--json', '--portal', `http://127.0.0.1:${port}`]);
    server.close();
    expect(err).toContain(`http://127.0.0.1:${port} answers 200, but not as the API of a portal.`);
    return [code, (JSON.parse(out) as Printed).error];
  }

  it.each([
    ['a Drive', '/author/drives/d', [{}, null, { id: 'd' }]],
    ['a case', '/case', [{}, { holds: {}, queue: null }, { holds: [5], queue: null }, { holds: [], queue: [] }]],
    ['a submission', '/submissions/s', [{}, { state: 'failed', checks: {} }, { checks: [{ findings: 5 }] }]],
  ])('exit with 2 for an answer of another shape: %s', async (_what, end, wrong) => {
    const drive = { id: 'd', slug: 'd', name: 'D', state: 'listed', live_version: null, notes: [] };
    const right: readonly (readonly [string, object])[] = [
      ['/author/drives', { items: [{ ...drive, latest_submission_id: 's' }] }],
      ['/author/drives/d', { ...drive, latest_submission_id: 's' }],
      ['/case', { holds: [], queue: null }],
    ];
    for (const data of wrong) {
      const at = (path: string): unknown =>
        path.endsWith(end) ? data : right.find(([known]) => path.endsWith(known))?.[1];
      expect(await answering((path) => JSON.stringify({ ok: true, data: at(path) }))).toEqual([2, 'unreadable_input']);
    }
  });

  it('exit with 2 for a token that is not valid, a Drive of others and a portal that does not answer', async () => {
    const eve = await world.author(`eve-${drives}`);
    const failures = [
      await run(['status', '--json'], { DRIVE_PORTAL_TOKEN: 'dpt_nobody' }),
      await run(['status', owned.slug, '--json'], { DRIVE_PORTAL_TOKEN: await token(eve, 'read') }),
    ];
    expect(failures.map(({ code, out }) => [code, (JSON.parse(out) as Printed).error])).toEqual([
      [2, 'unauthenticated'],
      [2, 'usage'],
    ]);
    const read = await run(['publish', owned.slug, '--json'], { DRIVE_PORTAL_TOKEN: await token(ada, 'read') });
    expect([read.code, (JSON.parse(read.out) as Printed).error]).toEqual([1, 'token_read_only']);
    const silent = await run(['submit', owned.slug, 'https://a.example', '--portal', 'http://127.0.0.1:1']);
    expect([silent.code, silent.err]).toEqual([2, expect.stringContaining('No answer from') as unknown]);
    for (const body of ['{"ok":true,"data":', '{}', '[]', 'null', '"x"', '<html>', ''])
      expect(await answering(body)).toEqual([2, 'unreadable_input']);
    const DATA = [{}, [], 5, 'x', { items: {} }, { items: [null] }, { items: [{ id: 'a', slug: 5 }] }];
    for (const data of DATA)
      expect(await answering(JSON.stringify({ ok: true, data }))).toEqual([2, 'unreadable_input']);
    for (const { out, err } of [...failures, read, silent]) expect(out + err).not.toContain('dpt_');
  });
});
