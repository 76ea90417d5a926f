import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareKey, verify } from '@portal/contract';
import { listen } from '../processes/processes.js';

/** A Drive that accepts the secrets it was given and remembers the requests it received. */
export class SmallDrive {
  accepted: string[] = [];
  refusal = 'bad_signature';
  status = 200;
  /** Called before a request is judged; may change the accepted secrets. */
  beforeRequest: () => void = () => undefined;
  readonly requests: {
    method: string;
    path: string;
    timestamp: string;
    signature: string;
    body: string;
    authorization?: string;
  }[] = [];
  private server: Server;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const path = request.url!;
        this.requests.push({
          method: request.method!,
          path,
          timestamp: String(request.headers['x-platform-timestamp']),
          signature: String(request.headers['x-platform-signature']),
          body,
          authorization: request.headers.authorization,
        });
        this.beforeRequest();
        const keys = this.accepted.map(prepareKey);
        const ok = verify({ headers: request.headers, path, keys, nowMs: Date.now() }).ok;
        response.writeHead(ok ? this.status : 401, { 'content-type': 'application/json' });
        response.end(JSON.stringify(ok ? { ok: true, data: {} } : { ok: false, error: this.refusal }));
      });
    });
    // A machine that stalls for seconds would find its kept connections closed, as if calls had failed.
    this.server.keepAliveTimeout = 0;
    await listen(this.server);
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
