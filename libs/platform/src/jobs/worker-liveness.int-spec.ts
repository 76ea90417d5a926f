import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { listen } from '../../../../test/support/processes.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { WorkerLiveness } from './worker-liveness.js';

/** Stands before the database: passes connections on, or resets each one that begins. */
class Gate {
  attempts = 0;
  refuse = 0;
  private readonly passing = new Set<Socket>();
  private readonly waiting: (() => void)[] = [];
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(database: string): Promise<Gate> {
    const target = new URL(database);
    const server = createServer();
    await listen(server);
    const url = new URL(database);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gate = new Gate(server, url.href);
    server.on('connection', (socket) => gate.pass(socket, target));
    return gate;
  }

  /** Resolves once so many connections have begun since the gate stands. */
  async begun(attempts: number): Promise<void> {
    while (this.attempts < attempts) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  get open(): number {
    return this.passing.size;
  }

  cut(): void {
    for (const socket of this.passing) socket.resetAndDestroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private pass(socket: Socket, target: URL): void {
    this.attempts += 1;
    this.waiting.splice(0).forEach((told) => told());
    socket.on('error', () => undefined);
    if (this.refuse > 0) {
      this.refuse -= 1;
      socket.resetAndDestroy();
      return;
    }
    const onwards = connect(Number(target.port), target.hostname);
    onwards.on('error', () => undefined);
    this.passing.add(socket);
    socket.on('close', () => {
      this.passing.delete(socket);
      onwards.destroy();
    });
    onwards.on('close', () => socket.destroy());
    socket.pipe(onwards);
    onwards.pipe(socket);
  }
}

describe('the presence of a worker', () => {
  let database: TestDatabase;
  let gate: Gate;
  let liveness: WorkerLiveness;
  const woken: (() => void)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.before(database.url);
    liveness = new WorkerLiveness(gate.url, () => woken.splice(0).forEach((told) => told()), pino({ level: 'silent' }));
    await liveness.start();
  });
  afterAll(async () => {
    gate.close();
    await database.drop();
  });

  it('comes back over one connection, however often the database turned it away', async () => {
    const number = liveness.workerNo;
    expect([number > 0, gate.attempts, gate.open]).toEqual([true, 1, 1]);
    gate.refuse = 4;
    gate.cut();
    await gate.begun(6);
    // Whatever else tries beside it does so in the same moment, so a storm would show here.
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
    expect([gate.attempts, gate.open, liveness.workerNo]).toEqual([6, 1, number]);
  });

  it('and ends for good when it is stopped while it tries', async () => {
    gate.refuse = Infinity;
    gate.cut();
    await gate.begun(8);
    const stopped = liveness.stop();
    const before = gate.attempts;
    gate.refuse = 0;
    // Whatever would try once more would have done so before this comes back.
    await stopped;
    expect([gate.attempts, gate.open]).toEqual([before, 0]);
  });
});
