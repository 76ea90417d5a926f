import type { Socket } from 'node:net';
import { Client } from 'pg';

interface Internals {
  readonly connectionParameters: { readonly application_name?: string };
  readonly connection: { readonly stream: Socket };
}

/**
 * Breaks the connection of the product at the `n`th statement that it sends from now on: before it is sent, so that
 * uncommitted work is lost and no answer arrives, which for the database is the same as a process that is killed there; or
 * after it was carried out, so that only its answer is lost.
 */
export class CutConnections {
  private left = 0;
  private answered = false;
  private readonly original = Client.prototype.query;

  /** @param applicationName whose connections are broken */
  constructor(applicationName: string) {
    const before = (client: Client): void => {
      const { connectionParameters, connection } = client as unknown as Internals;
      if (connectionParameters.application_name !== applicationName || this.left === 0) return;
      this.left -= 1;
      if (this.left > 0) return;
      const { stream } = connection;
      if (!this.answered) stream.destroy();
      else stream.removeAllListeners('data').once('data', () => stream.destroy());
    };
    const { original } = this;
    Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
      before(this);
      return (original as (...all: unknown[]) => unknown).apply(this, args);
    } as typeof original;
  }

  beforeStatement(n: number): void {
    this.atStatement(n, 'before');
  }

  atStatement(n: number, when: 'before' | 'after'): void {
    this.left = n;
    this.answered = when === 'after';
  }

  /** Whether a connection was broken since `atStatement`; breaks none any more. */
  disarm(): boolean {
    const broken = this.left === 0;
    this.left = 0;
    return broken;
  }

  end(): void {
    Client.prototype.query = this.original;
  }
}
