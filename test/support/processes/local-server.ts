import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from './processes.js';

/** A server of a test on a free port of 127.0.0.1. */
export abstract class LocalServer {
  private readonly server: Server = createServer((request, response) => void this.respond(request, response));

  protected abstract respond(request: IncomingMessage, response: ServerResponse): unknown;

  static async start<S extends LocalServer>(this: new () => S): Promise<S> {
    const one = new this();
    await listen((one as LocalServer).server);
    return one;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
