import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../processes/processes.js';

/** A request received by a Drive. */
export interface SentToDrive {
  method: string;
  path: string;
  bearer: string | null;
  signed: boolean;
  body: Record<string, unknown>;
}

/** Its answer: a status and a body, or anything at all with the response. */
export type Answering = readonly [number, unknown] | ((response: ServerResponse, sent: SentToDrive) => void);

/** `data` in the envelope of the contract. */
export const said = (data: object): object => ({
  ok: true,
  data,
  meta: { version: 'v1', generated_at: new Date().toISOString() },
});
export const refused = (error: string): object => ({ ok: false, error });

/** Failures of Drives instead of an answer. */
export const HANGS: Answering = () => undefined;
export const CUTS: Answering = (response) => response.destroy();
/** More than the limit of any reader. */
export const FLOODS: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const part = Buffer.alloc(64 * 1024, 32);
  const pour = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', pour).on('error', () => undefined);
  pour();
};

/**
 * A Drive that answers install, uninstall and everything else with the answers of a test, one after the other, the
 * last one for good.
 */
export class ScriptedDrive {
  readonly sent: SentToDrive[] = [];
  private script: Record<'POST' | 'DELETE' | 'GET', Answering[]> = { POST: [], DELETE: [], GET: [] };
  private server: Server | undefined;
  port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.answer(request, response));
    server.keepAliveTimeout = 1;
    if (this.port === 0) await listen(server);
    else await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  will(script: Partial<Record<'POST' | 'DELETE' | 'GET', Answering[]>>): void {
    this.sent.length = 0;
    this.script = { POST: [], DELETE: [], GET: [], ...script };
  }

  /** Requests by method. */
  of(method: string): SentToDrive[] {
    return this.sent.filter((one) => one.method === method);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const sent: SentToDrive = {
      method: request.method!,
      path: request.url!,
      bearer: /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
      signed:
        request.headers['x-platform-signature'] !== undefined && request.headers['x-platform-timestamp'] !== undefined,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
    // The events after an end are requested without a token, in addition to what is scripted here.
    if (sent.path.includes('/events') && sent.bearer === null) {
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refused('missing token')));
      return;
    }
    this.sent.push(sent);
    const steps = this.script[request.method as 'GET'] ?? [];
    const step = (steps.length > 1 ? steps.shift() : steps[0]) ?? [404, refused('not-found')];
    if (typeof step === 'function') return step(response, sent);
    const [status, body] = step;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}
