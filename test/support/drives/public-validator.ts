import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, TestApp } from '../http/http-app.js';
import { LocalServer } from '../processes/local-server.js';

/** Answer of the public validator about a manifest. */
export interface Verdict {
  ok: boolean;
  checks: Record<string, string>;
  findings: { id: string; level: string; fix: string }[];
  engine: { version: string };
  manifest: { name: string } | null;
  digest: string | null;
  validated_at: string;
  permalink: string;
  probes: { path: string }[];
  cached: boolean;
  details: { code: string }[];
}
let callers = 0;
/** Asks an instance of the portal; each call comes from another caller unless one is named. */
export async function askAt(
  app: TestApp,
  url: string | undefined,
  { caller = `203.0.${callers >> 8}.${++callers & 255}`, more = '', headers = {} as Record<string, string> } = {},
): Promise<Answer<never> & { verdict: Verdict }> {
  const query = url === undefined ? '' : `?url=${encodeURIComponent(url)}${more}`;
  const answer = await app.call<never>({
    method: 'GET',
    url: `/api/public/manifest-validate${query}`,
    headers: { 'x-forwarded-for': caller, ...headers },
  });
  return { ...answer, verdict: JSON.parse(answer.body) as Verdict };
}

/** A Drive that lets each run wait until `answer` is called, however long that takes. */
export class GatedDrive extends LocalServer {
  /** Runs that came. */
  asked = 0;
  /** Requests for its manifest. */
  read = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly arrivals: (() => void)[] = [];

  protected respond(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers['x-gate'] === undefined) {
      this.read += 1;
      response.writeHead(404).end();
      return;
    }
    this.asked += 1;
    this.waiting.push(() => response.writeHead(404).end());
    this.arrivals.splice(0).forEach((arrived) => arrived());
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/trouble/held`;
  }

  /** Resolves once the given number of runs came. */
  async isAsked(times = 1): Promise<void> {
    while (this.asked < times) await new Promise<void>((resolve) => this.arrivals.push(resolve));
  }

  async answer(): Promise<void> {
    this.waiting.splice(0).forEach((go) => go());
  }
}
