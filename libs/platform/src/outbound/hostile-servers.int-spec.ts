import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { listen } from '../../../../test/support/processes/processes.js';
import { testConfig } from '../../../../test/support/config.js';
import { measured } from '../../../../test/support/measured.js';
import { judgedLookup } from './guarded-http.js';
import { OutboundClient } from './outbound-client.js';
import type { OutboundError } from './outbound-error.js';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024));
/** A generous timeout for requests that end by themselves. */
const UNHURRIED_MS = 60_000;
type Behaviour = (socket: Socket) => void;

/** Writes a chunk repeatedly, as fast as the other side reads, until the connection ends. */
const flood =
  (head: string, piece: string): Behaviour =>
  (socket) => {
    socket.write(head);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };
/** Writes a byte from time to time, so that no idle timer fires. */
const drip =
  (head: string): Behaviour =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  };

/** Name, behaviour of the server, and how the request may end: a reason, or a status. */
const servers: [string, Behaviour, (string | number)[]][] = [
  ['says nothing', () => undefined, ['timeout']],
  ['hangs up at once', (socket) => socket.destroy(), ['connect', 'protocol']],
  ['resets the connection', (socket) => socket.resetAndDestroy(), ['connect', 'protocol']],
  ['speaks something else', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), ['protocol', 'connect']],
  ['drips its headers', drip(`${OK}x-slow: `), ['timeout']],
  ['drips its body', drip(`${OK}content-length: 100000\r\n\r\n`), ['timeout']],
  ['sends headers without end', flood(OK, `x-more: ${'a'.repeat(1_000)}\r\n`), ['protocol', 'connect']],
  ['sends one header of a megabyte', flood(`${OK}x-large: `, 'a'.repeat(65_536)), ['protocol', 'connect']],
  [
    'sends interim answers without end',
    flood('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    ['timeout', 'protocol', 'connect'],
  ],
  ['sends a body without end', flood(`${OK}\r\n`, 'a'.repeat(65_536)), ['too_large']],
  [
    'sends chunks without end',
    flood(`${OK}transfer-encoding: chunked\r\n\r\n`, '5\r\naaaaa\r\n'),
    ['too_large', 'timeout'],
  ],
  ['cuts its body', (socket) => socket.end(`${OK}content-length: 100\r\n\r\n{"ok":`), ['connect', 'protocol']],
  ['states two lengths', (socket) => socket.end(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`), ['protocol']],
  [
    'states a length and chunks',
    (socket) => socket.end(`${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`),
    ['protocol', 'connect'],
  ],
  [
    'states a length of 10^20',
    (socket) => socket.end(`${OK}content-length: 100000000000000000000\r\n\r\n{}`),
    ['protocol', 'connect'],
  ],
  [
    'sends a broken chunk size',
    (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
    ['protocol'],
  ],
  [
    'redirects to a metadata address',
    (socket) =>
      socket.end('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/\r\ncontent-length: 0\r\n\r\n'),
    [302],
  ],
  [
    'sends an unrequested compressed bomb',
    (socket) => {
      socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
      socket.end(BOMB);
    },
    [200],
  ],
  ['answers HTTP/2 preface', (socket) => socket.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), ['protocol', 'connect']],
  [
    'puts a line break into a header',
    (socket) => socket.end(`${OK}x: a\n\tb\r\ncontent-length: 2\r\n\r\n{}`),
    [200, 'protocol'],
  ],
];

describe('servers that hang, lie or flood', () => {
  const client = new OutboundClient(testConfig('postgres://nobody@127.0.0.1:1/none'));
  const open: Server[] = [];
  afterAll(async () => {
    await client.onApplicationShutdown();
    for (const server of open) server.close();
  });

  async function serve(behaviour: Behaviour): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => behaviour(socket));
    });
    open.push(server);
    await listen(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/platform/drive/manifest`;
  }

  /** How a request ended. */
  const ask = (url: string, timeoutMs = UNHURRIED_MS): Promise<string | number> =>
    client.request({ url, timeoutMs, maxBytes: 256 * 1024 }).then(
      ({ status, body }) => (body.length <= 256 * 1024 ? status : 'over the limit'),
      (error: unknown) => (error as OutboundError).reason,
    );

  // Requests that time out would never end by themselves: that they end proves the time limit.
  it.each(servers)('fail for one that %s with its own reason, in time', async (_name, behaviour, ends) => {
    const url = await serve(behaviour);
    expect(ends).toContain(await ask(url, ends.includes('timeout') ? 1_000 : UNHURRIED_MS));
  });

  it.each([
    [0, 200],
    [1, 'too_large'],
  ])('may answer as much as the limit, and with %i more it ends as %s', async (more, end) => {
    const body = 'a'.repeat(256 * 1024 + more);
    const url = await serve((socket) => socket.end(`${OK}content-length: ${body.length}\r\n\r\n${body}`));
    expect(await ask(url)).toBe(end);
  });

  it('are measured by the kind of call and how it ended', async () => {
    const refusing = await serve((socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'));
    const hanging = await serve(() => undefined);
    const ends = (kind: string, outcome: string) =>
      measured('portal_outbound_call_duration_seconds', { kind, outcome });
    const kinds: [string, string][] = [
      ['webhook', '4xx'],
      ['webhook', 'timeout'],
      ['page', '4xx'],
      ['drive', 'timeout'],
    ];
    const before = await Promise.all(kinds.map((one) => ends(...one)));
    await client.request({ url: refusing, kind: 'webhook' });
    await expect(client.request({ url: hanging, kind: 'webhook', timeoutMs: 300 })).rejects.toThrow();
    await client.attempt({ url: refusing, kind: 'page' });
    await client.attempt({ url: hanging, timeoutMs: 300 });
    const after = await Promise.all(kinds.map((one) => ends(...one)));
    expect(after.map((n, at) => n - before[at]!)).toEqual([1, 1, 1, 1]);
  });

  it('end a streamed body by the limit, by its reader or by the server, and what came is kept', async () => {
    const flooding = await serve(flood(`${OK}\r\n`, 'a'.repeat(65_536)));
    const cutting = await serve((socket) => socket.end(`${OK}content-length: 100\r\n\r\n{"ok":`));
    const refusing = await serve((socket) =>
      socket.end('HTTP/1.1 402 Payment Required\r\ncontent-length: 2\r\n\r\n{}'),
    );
    const take = async (url: string, enough = Infinity): Promise<[number, string | undefined, string]> => {
      let taken = 0;
      const onBody = async (piece: Buffer): Promise<boolean> => (taken += piece.length) < enough;
      const { cut, body } = await client.request({ url, timeoutMs: UNHURRIED_MS, maxBytes: 300_000, onBody });
      return [taken, typeof cut === 'object' ? cut.reason : cut, body.toString()];
    };
    expect(await take(flooding)).toEqual([300_000, 'too_large', '']);
    const [taken, why] = await take(flooding, 100_000);
    expect([taken >= 100_000 && taken < 300_000, why]).toEqual([true, 'enough']);
    const [came, cut] = await take(cutting);
    expect([came, ['connect', 'protocol'].includes(cut!)]).toEqual([6, true]);
    // Only a successful response is read in chunks.
    expect(await take(refusing)).toEqual([0, undefined, '{}']);
    const fault = new Error('of who takes it');
    const onBody = (): Promise<boolean> => Promise.reject(fault);
    await expect(client.request({ url: flooding, onBody })).rejects.toBe(fault);
  });

  it('need no growing memory: 400 hostile answers leave less than 64 MB', async () => {
    const urls = await Promise.all(
      servers.filter(([, , ends]) => !ends.includes('timeout')).map(([, behaviour]) => serve(behaviour)),
    );
    for (const url of urls) await ask(url);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 400; i += 1) await ask(urls[i % urls.length]!);
    expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(64);
  });

  it('do not affect others: one that keeps connections for two seconds is called again over the same one', async () => {
    let answered = 0;
    let most = 0;
    const server = createServer((socket) => {
      let here = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        answered += 1;
        most = Math.max(most, (here += 1));
        socket.write(`${OK}keep-alive: timeout=2\r\ncontent-length: 2\r\n\r\n{}`);
      });
    });
    open.push(server);
    await listen(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // A machine that pauses between two requests has a new connection after all.
    while (most < 2 && answered < 20) expect(await ask(url)).toBe(200);
    expect(most).toBeGreaterThan(1);
  });

  it('with a name that does not resolve, or resolves to a private address, reveal no more than that', async () => {
    const reasons = await Promise.all(
      ['https://does-not-exist.invalid/', 'https://10.0.0.1/', 'https://[::1]/', 'https://localhost/'].map((url) =>
        ask(url),
      ),
    );
    expect(reasons).toEqual(['address_policy', 'address_policy', 'address_policy', 'address_policy']);
    const judged = await new Promise((resolve) =>
      judgedLookup('localhost', { all: true }, (error) => resolve((error as OutboundError | null)?.reason)),
    );
    expect(judged).toBe('address_policy');
  });
});
