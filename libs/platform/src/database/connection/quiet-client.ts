import { Client } from 'pg';

/**
 * A connection whose loss never ends the process. It fails the statements that run on it and is announced by an event
 * too, and between two owners, such as pg-pool and a query runner, nobody listens to that.
 */
export class QuietClient extends Client {
  override emit(...[event, ...values]: Parameters<Client['emit']>): boolean {
    if (event === 'error' && this.listenerCount('error') === 0) return false;
    return super.emit(event, ...values);
  }
}
