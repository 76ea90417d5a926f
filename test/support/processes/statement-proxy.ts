import { createServer, connect, type Server, type Socket } from 'node:net';
import { listen } from './processes.js';

const TYPE_AND_LENGTH = 5;
const [QUERY, EXECUTE, SYNC, READY] = ['Q', 'E', 'S', 'Z'].map((letter) => letter.charCodeAt(0));

/** Where a request stops: before its `n`th statement reaches the server, or after it was carried out and before the answer is there. */
export interface Cut {
  readonly n: number;
  readonly when: 'before' | 'after';
}

/**
 * A proxy between a process and PostgreSQL that stops a request at one of its statements: its connection is stalled
 * from then on, until the process is killed. So one process can be killed in the middle of many requests, each where it
 * is wanted.
 */
export class StatementProxy {
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private armed: { cut: Cut; stopped: () => void } | undefined;
  private counted = 0;
  private readonly committing: number[] = [];
  private address = '';

  private constructor(private readonly upstream: URL) {}

  /** @param databaseUrl of the server behind it */
  static async start(databaseUrl: string): Promise<StatementProxy> {
    const proxy = new StatementProxy(new URL(databaseUrl));
    proxy.server = createServer((client) => proxy.pair(client));
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(await listen(proxy.server));
    proxy.address = url.href;
    return proxy;
  }

  /** Of the database, by way of this. */
  get url(): string {
    return this.address;
  }

  /** Statements since it was armed, and the numbers of those that end a transaction well. */
  get seen(): { readonly statements: number; readonly commits: readonly number[] } {
    return { statements: this.counted, commits: this.committing };
  }

  /** From now on statements are counted, over all connections; resolves when the one of `cut` has stopped. */
  stopAt(cut: Cut): Promise<void> {
    this.counted = 0;
    this.committing.length = 0;
    return new Promise((stopped) => (this.armed = { cut, stopped }));
  }

  /** Nothing is counted and stopped any more; what has stopped stays so. */
  disarm(): void {
    this.armed = undefined;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server?.close();
  }

  private pair(client: Socket): void {
    const server = connect(Number(this.upstream.port), this.upstream.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.end();
      });
    }
    const connection = new Connection(client, server, (place, text) => this.passes(place, text));
    client.on('data', (bytes: Buffer) => connection.fromClient(bytes));
    server.on('data', (bytes: Buffer) => connection.fromServer(bytes));
  }

  /** Called at each statement: decides its fate. */
  private passes(place: 'statement' | 'answered', text = ''): 'pass' | 'withhold answer' | 'stop' {
    if (!this.armed) return 'pass';
    const { cut, stopped } = this.armed;
    if (place === 'statement') {
      this.counted += 1;
      if (/^commit/i.test(text)) this.committing.push(this.counted);
      if (this.counted !== cut.n) return 'pass';
      if (cut.when === 'after') return 'withhold answer';
    }
    this.armed = undefined;
    stopped();
    return 'stop';
  }
}

/** One connection of the process: whole messages of its side, and how many of its requests were answered. */
class Connection {
  private rest: Buffer = Buffer.alloc(0);
  private answers: Buffer = Buffer.alloc(0);
  private started = false;
  private over = false;
  private requests = 0;
  private ready = 0;
  /** The number of the request whose answer is kept back. */
  private withheld: number | undefined;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly passes: (place: 'statement' | 'answered', text?: string) => 'pass' | 'withhold answer' | 'stop',
  ) {}

  fromClient(bytes: Buffer): void {
    if (this.over) return;
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    let passed = 0;
    for (let length = this.next(passed); length !== undefined; length = this.next(passed)) {
      const type = this.started ? this.rest[passed] : undefined;
      this.started = true;
      if (type === QUERY || type === EXECUTE) {
        const text = type === QUERY ? this.rest.toString('latin1', passed + TYPE_AND_LENGTH, passed + length - 1) : '';
        const how = this.passes('statement', text);
        if (how === 'stop') return this.stop(passed);
        // Answered with the request that it belongs to.
        if (how === 'withhold answer') this.withheld = this.requests + 1;
      }
      if (type === QUERY || type === SYNC) this.requests += 1;
      passed += length;
    }
    if (passed > 0) this.server.write(this.rest.subarray(0, passed));
    this.rest = this.rest.subarray(passed);
  }

  fromServer(bytes: Buffer): void {
    if (this.over) return;
    this.answers = Buffer.concat([this.answers, bytes]);
    let at = 0;
    while (this.answers.length >= at + TYPE_AND_LENGTH) {
      const length = 1 + this.answers.readUInt32BE(at + 1);
      if (this.answers.length < at + length) break;
      // The first one announces the connection.
      if (this.answers[at] === READY && this.withheld === this.ready++) {
        this.passes('answered');
        return this.stop(0);
      }
      at += length;
    }
    this.answers = this.answers.subarray(at);
    if (this.withheld === undefined) this.client.write(bytes);
  }

  /** Bytes of the message that begins at `at`; undefined while it is not whole. */
  private next(at: number): number | undefined {
    const header = this.started ? 1 : 0;
    if (this.rest.length < at + header + 4) return undefined;
    const length = header + this.rest.readUInt32BE(at + header);
    return this.rest.length < at + length ? undefined : length;
  }

  /** The server gets earlier bytes; later ones on either side are lost with the process. */
  private stop(passed: number): void {
    this.over = true;
    if (passed > 0) this.server.write(this.rest.subarray(0, passed));
  }
}
