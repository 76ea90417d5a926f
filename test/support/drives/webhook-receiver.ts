import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { listen } from '../processes/processes.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that receives webhooks. Responds with `answer`, to a test with its challenge, and stores the requests. */
export class WebhookReceiver {
  readonly got: Received[] = [];
  answer: number | 'hang' | 'drop' = 204;
  /** Body of the response to a test. */
  echo = (challenge: string): string | Promise<string> => challenge;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
        if (receiver.answer === 'drop') return void request.socket.destroy();
        if (receiver.answer === 'hang') return;
        const location = receiver.answer === 302 ? { location: `${receiver.url}/elsewhere` } : {};
        const challenge = request.headers['webhook-challenge'] as string | undefined;
        if (challenge && receiver.answer === 204)
          return void Promise.resolve(receiver.echo(challenge)).then((body) => response.writeHead(200).end(body));
        response.writeHead(receiver.answer, location).end();
      });
    });
    const receiver = new WebhookReceiver(server);
    await listen(server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  verify({ headers, body }: Received, secret: string): unknown {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
