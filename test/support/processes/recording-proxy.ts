import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from './processes.js';

/** One request as the provider would see it, and what it answered. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly status: number;
}

/**
 * A proxy in front of the payment provider: passes everything on unchanged, and remembers it. What comes before it is
 * known who is behind it waits.
 */
export class RecordingProxy {
  readonly requests: RecordedRequest[] = [];
  /** Where requests go from now on. */
  forwardTo: (target: string) => void = () => undefined;
  private readonly target = new Promise<string>((known) => (this.forwardTo = known));

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<RecordingProxy> {
    const server = createServer();
    await listen(server);
    const proxy = new RecordingProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (incoming: IncomingMessage, answer) => {
      proxy.pass(incoming).then(
        ({ status, headers, body }) => answer.writeHead(status, headers).end(body),
        () => answer.socket?.destroy(),
      );
    });
    return proxy;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(
    incoming: IncomingMessage,
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
    const { method = 'GET', url = '/' } = incoming;
    const [sent, target] = await Promise.all([read(incoming), this.target]);
    const behind = await new Promise<IncomingMessage>((resolve, reject) => {
      const out = request(new URL(url, target), { method, headers: incoming.headers }, resolve);
      out.once('error', reject);
      out.end(sent);
    });
    const body = await read(behind);
    const status = behind.statusCode ?? 502;
    this.requests.push({
      method,
      url,
      headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
      body: sent.toString('utf8'),
      status,
    });
    return { status, headers: behind.headers, body };
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
