import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

/** SQLSTATE of a database error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? cause.code : undefined;
}

/** Name of the violated constraint; undefined when there is none. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const name = (error.driverError as { constraint?: unknown }).constraint;
  return typeof name === 'string' ? name : undefined;
}

/** SQLSTATE classes that mean "database unavailable": connection exceptions, shutdown, start-up, too many clients. */
const AWAY = /^(08|57P0[123]|53300)/;
const LOST =
  /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|terminating connection|connection error|not queryable|Driver not Connected/i;

/** Whether the database cannot be reached, or has just ended the connection. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  return (state !== undefined && AWAY.test(state)) || (error instanceof Error && LOST.test(error.message));
}

/** A restart takes a second or two; a caller who has waited this long may as well come again. */
const HOLD_MS = 10_000;
const PAUSE_MS = 100;

/** Runs `work` again for some seconds while the database is away. `work` must have changed nothing when it fails so. */
export async function heldWhileAway<T>(work: () => Promise<T>, isRepeatable = isDatabaseAway): Promise<T> {
  for (const begun = performance.now(); ;) {
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error) || performance.now() - begun > HOLD_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
