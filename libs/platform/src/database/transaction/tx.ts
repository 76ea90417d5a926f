import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/actor.js';
import type { AuditDetails, AuditSubject } from '../../audit/audit.js';
import type { EventType } from '../../events/event-type.js';

/** An open transaction; the first argument of every repository and facade command. */
export interface Tx {
  readonly manager: EntityManager;
  /** Business time at the start of the transaction, by the database's clock. */
  readonly now: Date;
  /** Runs one statement and returns its rows, including those of `... returning`. */
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
  /** Runs one statement and returns the first column of its first row; undefined without one. */
  value<T>(sql: string, params?: unknown[]): Promise<T | undefined>;
  /** Runs one statement and tells whether it returned a row, including that of `... returning`. */
  matched(sql: string, params?: unknown[]): Promise<boolean>;
  /**
   * Runs `work` with row-level security bypassed, then continues in the caller's scope. For operations that concern
   * several owners, after checking that the caller may. Nothing else of the transaction may run meanwhile. When `work`
   * throws, the transaction must be rolled back.
   */
  bypassRowSecurity<T>(work: () => Promise<T>): Promise<T>;
  /** Appends an event, which is relayed at least once after the commit; returns its id. */
  emit<P extends object>(event: EventType<P>, payload: P): Promise<string>;
  /** Appends one event of the same type per payload, with one statement. */
  emitMany<P extends object>(event: EventType<P>, payloads: readonly P[]): Promise<void>;
  /**
   * Records who did what to which row.
   * @param action What happened, `noun.verb` in past tense: `listing.approved`.
   */
  audit(actor: Actor, action: string, subject: AuditSubject, details?: AuditDetails): Promise<void>;
}
