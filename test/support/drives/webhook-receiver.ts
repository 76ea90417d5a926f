import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { LocalServer } from '../processes/local-server.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that receives webhooks. Responds with `answer`, to a test with its challenge, and stores the requests. */
export class WebhookReceiver extends LocalServer {
  readonly got: Received[] = [];
  answer: number | 'hang' | 'drop' = 204;
  /** Body of the response to a test. */
  echo = (challenge: string): string | Promise<string> => challenge;

  protected respond(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      if (this.answer === 'drop') return void request.socket.destroy();
      if (this.answer === 'hang') return;
      const location = this.answer === 302 ? { location: `${this.url}/elsewhere` } : {};
      const challenge = request.headers['webhook-challenge'] as string | undefined;
      if (challenge && this.answer === 204)
        return void Promise.resolve(this.echo(challenge)).then((body) => response.writeHead(200).end(body));
      response.writeHead(this.answer, location).end();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  verify({ headers, body }: Received, secret: string): unknown {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  }
}
