import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort, listen } from './processes.js';

/** A gate in front of a server on loopback: while it is shut nobody listens there, as when that server is down. */
export class TcpGate {
  private server?: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    private readonly target: { readonly port: number; readonly host: string },
  ) {}

  /** @param url of the server behind it; the gate is shut. */
  static async before(url: string): Promise<TcpGate> {
    const { hostname, port } = new URL(url);
    return new TcpGate(await freePort(), { host: hostname, port: Number(port) });
  }

  /** `url` with the address of the gate. */
  through(url: string): string {
    const address = new URL(url);
    address.hostname = '127.0.0.1';
    address.port = String(this.port);
    return address.href;
  }

  async open(): Promise<void> {
    this.server = createServer((near) => {
      const far = connect(this.target);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    await listen(this.server, this.port);
  }

  /** Ends every connection through it. */
  async shut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve) ?? resolve(undefined));
    for (const socket of this.sockets) socket.destroy();
    await closed;
    delete this.server;
  }
}
