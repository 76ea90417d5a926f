/** A session ends after this long without a request. */
export const SESSION_IDLE_MS = 30 * 60_000;
/** A session ends after this long in any case. */
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60_000;
/** "Last seen" is written at most this often, so that reading pages does not write on every request. */
export const SEEN_EVERY_MS = 60_000;
/** An API token lives at most this long. */
export const TOKEN_MAX_DAYS = 90;
/** A link that confirms an e-mail address lives this long. */
export const CONFIRMATION_MS = 7 * 24 * 60 * 60_000;

export interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
  revokedAt: Date | null;
}

/** Both limits are half-open: at the limit the session is over. `now` is wall time. */
export function sessionIsAlive(session: SessionTimes, now: Date): boolean {
  const at = now.getTime();
  return (
    session.revokedAt === null &&
    at < session.createdAt.getTime() + SESSION_ABSOLUTE_MS &&
    at < session.lastSeenAt.getTime() + SESSION_IDLE_MS
  );
}

export function isTimeToMark(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS;
}
