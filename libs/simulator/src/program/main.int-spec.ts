import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { Client } from 'pg';
import { startProcess } from '../../../../test/support/processes/processes.js';

const MAIN = path.resolve('dist/libs/simulator/src/program/main.js');
const server = (): string => {
  const url = new URL(process.env['TEST_DATABASE_URL']!);
  url.pathname = '/postgres';
  return url.href;
};
const SCENARIO = {
  scenario: 1,
  authors: { alice: {} },
  drives: { notes: { author: 'alice' } },
  tenants: { acme: {} },
  until: '2028-12',
  events: [{ at: '2026-01-01', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 4900 }],
};

/** A proxy of the server that reports the database of a simulation; other tests use the server too. */
class Door {
  private readonly seen = new Set<string>();
  private constructor(
    private readonly listener: Server,
    readonly url: string,
  ) {}

  static async before(serverUrl: string): Promise<Door> {
    const target = new URL(serverUrl);
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const url = new URL(serverUrl);
    url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const door = new Door(listener, url.href);
    listener.on('connection', (socket) => door.pass(socket, target));
    return door;
  }

  /** The only database of a requested simulation; its template is another. */
  get simulation(): string {
    const [name, ...more] = [...this.seen].filter((one) => /^portal_simulation_\d{13}_/.test(one));
    expect([name, more]).toEqual([expect.any(String), []]);
    return name!;
  }

  close(): void {
    this.listener.close();
  }

  private pass(socket: Socket, target: URL): void {
    const onwards = connect(Number(target.port), target.hostname);
    // A client first sends the name of its database, in the start-up packet of the protocol.
    socket.once('data', (packet: Buffer) => {
      this.seen.add(/\0database\0([^\0]+)\0/.exec(packet.toString('latin1'))?.[1] ?? 'none');
      onwards.write(packet);
      socket.pipe(onwards);
    });
    onwards.pipe(socket);
    for (const [end, other] of [
      [socket, onwards],
      [onwards, socket],
    ] as const)
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
  }
}

describe('the simulator as a program', () => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ connectionString: server() });
    await client.connect();
  });
  afterAll(() => client.end());

  function start(scenario: object, serverUrl = server()): ChildProcess {
    const child = startProcess(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'] ?? '', SIMULATOR_DATABASE_URL: serverUrl },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin!.end(JSON.stringify(scenario));
    return child;
  }
  const linesOf = (child: ChildProcess): readline.Interface => readline.createInterface({ input: child.stdout! });
  const exists = async (...names: string[]): Promise<string[]> => {
    const { rows } = await client.query('select datname from pg_database where datname = any($1)', [names]);
    return (rows as { datname: string }[]).map(({ datname }) => datname);
  };
  const ended = async (child: ChildProcess): Promise<unknown> => (await once(child, 'close'))[0];

  it('exits with 2 for an invalid scenario, and reports every mistake', async () => {
    const child = start({ ...SCENARIO, surprise: 1, tenants: {} });
    const lines: string[] = [];
    linesOf(child).on('line', (line) => lines.push(line));
    expect(await ended(child)).toBe(2);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { problems: [{ pointer: '/surprise' }, { pointer: '/events/0/tenant' }] },
    ]);
  });

  it('exits with 0 when it was played, and drops its database', async () => {
    const door = await Door.before(server());
    const child = start({ ...SCENARIO, until: '2026-02' }, door.url);
    const lines: string[] = [];
    linesOf(child).on('line', (line) => lines.push(line));
    expect(await ended(child)).toBe(0);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      result: { lines: Array(2).fill({ gross: '4900' }) as object[] },
    });
    expect(await exists(door.simulation)).toEqual([]);
    door.close();
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s in the middle ends it and drops its database', async (signal, code) => {
    const door = await Door.before(server());
    const child = start(SCENARIO, door.url);
    await once(linesOf(child), 'line');
    child.kill(signal);
    expect(await ended(child)).toBe(code);
    expect(await exists(door.simulation)).toEqual([]);
    door.close();
  });

  it('drops what a killed one left behind once nobody uses it, and nothing that is fresh or in use', async () => {
    const named = (minutes: number): string => `portal_simulation_${Date.now() - minutes * 60_000}_0123abcd`;
    const [abandoned, fresh, used] = [named(6), named(1), named(30)];
    for (const name of [abandoned, fresh, used]) await client.query(`create database "${name}"`);
    const url = new URL(server());
    url.pathname = `/${used}`;
    const user = new Client({ connectionString: url.href });
    await user.connect();
    try {
      const child = start({ ...SCENARIO, until: '2026-01' });
      child.stdout!.resume();
      expect(await ended(child)).toBe(0);
      expect((await exists(abandoned, fresh, used)).sort()).toEqual([used, fresh]);
    } finally {
      await user.end();
      for (const name of [abandoned, fresh, used]) await client.query(`drop database if exists "${name}"`);
    }
  });
});
