import { createServer, type Server } from 'node:net';
import { freePort, listen } from '../../../../test/support/processes/processes.js';
import { ConfigError } from '../config/variables.js';
import { NotUp, waitForPostgres, waitForRedis, type Waiting } from './wait-until-up.js';

const waits: Waiting[] = [];
const once = { forMs: 0, onWaiting: (waiting: Waiting) => void waits.push(waiting) };
let servers: Server[] = [];

/** Responds to the first bytes of every connection with `answer`. */
async function saying(answer: Buffer | string): Promise<number> {
  const server = createServer((socket) => {
    socket.unref().on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  servers.push(server);
  return listen(server);
}

/** PostgreSQL's refusal of a connection. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mfor nobody's eyes\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A PostgreSQL that lets everybody in and says that it is of `version`. */
async function ofVersion(version: string): Promise<number> {
  const message = (type: string, ...body: (number[] | string)[]): Buffer => {
    const bytes = Buffer.concat(body.map((part) => Buffer.from(part as never)));
    const head = Buffer.alloc(5, type);
    head.writeInt32BE(bytes.length + 4, 1);
    return Buffer.concat([head, bytes]);
  };
  const ready = message('Z', 'I');
  const column = message(
    'T',
    [0, 1],
    'server_version\0',
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0],
  );
  const row = message('D', [0, 1, 0, 0, 0, version.length], version);
  const server = createServer((socket) => {
    socket.unref().on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), ready]));
      socket.once('data', () => socket.write(Buffer.concat([column, row, message('C', 'SHOW\0'), ready])));
    });
  });
  servers.push(server);
  return listen(server);
}

async function failure(waiting: Promise<void>): Promise<[unknown, string]> {
  const error = await waiting.then(
    () => new Error('nothing failed'),
    (found: Error) => found,
  );
  return [error.constructor, error.message];
}

afterEach(() => {
  waits.length = 0;
  for (const server of servers) server.close();
  servers = [];
});

describe('a server that cannot be used', () => {
  it.each([
    ['28P01', ConfigError, 'The configuration is not usable:\n  - DATABASE_URL: PostgreSQL refuses the login (28P01)'],
    ['28000', ConfigError, 'The configuration is not usable:\n  - DATABASE_URL: PostgreSQL refuses the login (28000)'],
    ['0A000', NotUp, 'PostgreSQL cannot be used: 0A000'],
    ['57P03', NotUp, 'PostgreSQL does not answer (57P03), after 0 s of waiting'],
    ['3D000', NotUp, 'PostgreSQL does not answer (3D000), after 0 s of waiting'],
  ])('is PostgreSQL with %s, reported without a value of the address', async (code, kind, message) => {
    const url = `postgres://portal:secret@127.0.0.1:${await saying(refusal(code))}/portal`;
    expect(await failure(waitForPostgres(url, once))).toEqual([kind, message]);
  });
  it('is PostgreSQL of a version that is not tested any more', async () => {
    const url = async (version: string): Promise<string> => `postgres://127.0.0.1:${await ofVersion(version)}/portal`;
    expect(await failure(waitForPostgres(await url('14.13'), once))).toEqual([
      NotUp,
      'PostgreSQL 14.13 is too old: version 15 or newer is needed.',
    ]);
    await waitForPostgres(await url('15.8 (Debian 15.8-0+deb12u1)'), once);
  });
  it('is Redis that requires a password', async () => {
    const url = `redis://:secret@127.0.0.1:${await saying('-WRONGPASS invalid username-password pair\r\n')}`;
    expect(await failure(waitForRedis(url, once))).toEqual([ConfigError, expect.stringContaining('REDIS_URL: Redis')]);
  });
  it('is one that does not run', async () => {
    const port = await freePort();
    const given = [
      waitForPostgres(`postgres://127.0.0.1:${port}/portal`, once),
      waitForRedis(`redis://127.0.0.1:${port}`, once),
    ];
    expect(await Promise.all(given.map(failure))).toEqual([
      [NotUp, 'PostgreSQL does not answer (ECONNREFUSED), after 0 s of waiting'],
      [NotUp, 'Redis does not answer (ECONNREFUSED), after 0 s of waiting'],
    ]);
  });
});

it('is retried until it answers, and each attempt is reported with its reason', async () => {
  const port = await freePort();
  const server = createServer((socket) => {
    socket.unref().on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      // The check of ioredis before it counts as connected.
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/))
        socket.write(/info/i.test(command) ? '$9\r\nloading:0\r\n' : /ping/i.test(command) ? '+PONG\r\n' : '+OK\r\n');
    });
  });
  servers.push(server);
  const onWaiting = async (waiting: Waiting): Promise<void> => {
    waits.push(waiting);
    await listen(server, port);
  };
  await waitForRedis(`redis://127.0.0.1:${port}`, { forMs: 300_000, onWaiting });
  expect(waits).toEqual([{ server: 'Redis', reason: 'ECONNREFUSED', waitedMs: expect.any(Number) as number }]);
});
