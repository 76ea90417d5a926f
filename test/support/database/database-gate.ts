import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { listen } from '../processes/processes.js';

/**
 * A gate in front of the database: passes connections on, lets them go silent, cuts them, or resets each one that
 * begins.
 */
export class DatabaseGate {
  attempts = 0;
  refuse = 0;
  private silent = false;
  private readonly passing = new Set<Socket>();
  private readonly onwards = new Set<Socket>();
  private readonly waiting: (() => void)[] = [];
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(database: string): Promise<DatabaseGate> {
    const target = new URL(database);
    const server = createServer();
    await listen(server);
    const url = new URL(database);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gate = new DatabaseGate(server, url.href);
    server.on('connection', (socket) => gate.pass(socket, target));
    return gate;
  }

  /** Resolves once the given number of connections has begun since the start of the gate. */
  async begun(attempts: number): Promise<void> {
    while (this.attempts < attempts) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  get open(): number {
    return this.passing.size;
  }

  /** Nothing gets through any more, without an error; until `cut`. */
  silence(): void {
    this.silent = true;
    for (const socket of this.passing) socket.unpipe().removeAllListeners('data').resume();
    for (const onwards of this.onwards) onwards.unpipe().resume();
  }

  /** Resets every connection; later ones pass again. */
  cut(): void {
    this.silent = false;
    for (const socket of this.passing) socket.resetAndDestroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private pass(socket: Socket, target: URL): void {
    this.attempts += 1;
    this.waiting.splice(0).forEach((resolve) => resolve());
    socket.on('error', () => undefined);
    if (this.refuse > 0) {
      this.refuse -= 1;
      socket.resetAndDestroy();
      return;
    }
    if (this.silent) {
      this.passing.add(socket);
      socket.on('close', () => this.passing.delete(socket)).resume();
      return;
    }
    const onwards = connect(Number(target.port), target.hostname);
    onwards.on('error', () => undefined);
    this.passing.add(socket);
    this.onwards.add(onwards);
    socket.on('close', () => {
      this.passing.delete(socket);
      this.onwards.delete(onwards);
      onwards.destroy();
    });
    onwards.on('close', () => socket.destroy());
    socket.pipe(onwards);
    onwards.pipe(socket);
  }
}
