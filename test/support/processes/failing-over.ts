import { Agent, request } from 'undici';

/**
 * A client under load that calls the servers in rotation and skips one that refuses the connection; nothing else is
 * forgiven: a connection that is reset, or an answer of 500 or more, is a failed request. Connections are kept.
 */
export class FailingOver {
  /** Answers that were no failure. */
  answered = 0;
  readonly failed: string[] = [];
  private stopped = false;
  private turn = 0;
  private readonly agent: Agent;
  private readonly done: Promise<unknown>;

  constructor(
    private readonly origins: readonly string[],
    connections: number,
  ) {
    this.agent = new Agent({ connections });
    this.done = Promise.all(Array.from({ length: connections }, () => this.ask()));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
    await this.agent.close();
  }

  private async ask(): Promise<void> {
    while (!this.stopped) {
      const turn = (this.turn += 1);
      const order = this.origins.map((_, i) => this.origins[(turn + i) % this.origins.length]!);
      let served = false;
      for (const origin of order) if ((served = await this.send(origin, turn % 4 === 0))) break;
      if (!served) this.failed.push('nobody listens');
    }
  }

  /** Returns false without a listener there. */
  private async send(origin: string, changes: boolean): Promise<boolean> {
    const call = changes
      ? {
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'nobody@example.com', password: '' }),
        }
      : { method: 'GET' as const };
    const path = changes ? '/api/v1/auth/sign-in' : '/api/public/catalogue';
    try {
      const { statusCode, body } = await request(`${origin}${path}`, { dispatcher: this.agent, ...call });
      const text = await body.text();
      if (statusCode >= 500) this.failed.push(`${path} ${statusCode} ${text}`);
      else this.answered += 1;
      return true;
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (code === 'ECONNREFUSED') return false;
      this.failed.push(`${path} ${code} ${message}`);
      return true;
    }
  }
}
