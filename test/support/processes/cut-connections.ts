import { Client } from 'pg';

interface Internals {
  readonly connectionParameters: { readonly application_name?: string };
  readonly connection: { readonly stream: { destroy(): void } };
}

/**
 * Breaks the connection of the product before the `n`th statement that it sends from now on. Uncommitted work is
 * lost, and no answer arrives: for the database the same as a process that is killed there.
 */
export class CutConnections {
  private left = 0;
  private readonly original = Client.prototype.query;

  /** @param applicationName whose connections are broken */
  constructor(applicationName: string) {
    const before = (client: Client): void => {
      const { connectionParameters, connection } = client as unknown as Internals;
      if (connectionParameters.application_name !== applicationName || this.left === 0) return;
      this.left -= 1;
      if (this.left === 0) connection.stream.destroy();
    };
    const { original } = this;
    Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
      before(this);
      return (original as (...all: unknown[]) => unknown).apply(this, args);
    } as typeof original;
  }

  beforeStatement(n: number): void {
    this.left = n;
  }

  /** Whether a connection was broken since `beforeStatement`; breaks none any more. */
  disarm(): boolean {
    const broken = this.left === 0;
    this.left = 0;
    return broken;
  }

  end(): void {
    Client.prototype.query = this.original;
  }
}
