/** A link that confirms an email address lives this long. */
export const CONFIRMATION_MS = 7 * 24 * 60 * 60_000;
/** A link that lets somebody choose a new password lives this long. */
export const RESET_MS = 15 * 60_000;
/** Between the password and the second step. */
export const CHALLENGE_MS = 5 * 60_000;
/** The last activity is written at most this often, so that not every request writes. */
const MARK_ACTIVE_EVERY_MS = 60_000;
/** An API token lives at most this long. */
export const TOKEN_MAX_DAYS = 90;

interface SessionLimits {
  /** A session ends after this long without a request. */
  readonly idleMs: number;
  /** A session ends after this long in any case. */
  readonly absoluteMs: number;
}

const MOST: SessionLimits = { idleMs: 30 * 60_000, absoluteMs: 12 * 60 * 60_000 };
/** Who moves money or grants roles. */
const SHORT: SessionLimits = { idleMs: 15 * 60_000, absoluteMs: 8 * 60 * 60_000 };
/** No session lives longer, whoever holds it. */
export const SESSION_ABSOLUTE_MS = MOST.absoluteMs;

interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
  revokedAt: Date | null;
}

/** The limits of somebody who holds these roles now. */
export function sessionLimits(roles: readonly { role: string }[]): SessionLimits {
  return roles.some(({ role }) => role === 'finance' || role === 'admin') ? SHORT : MOST;
}

/** When the session ends without a further request. */
export function sessionEnd(session: SessionTimes, limits: SessionLimits): Date {
  return new Date(
    Math.min(session.createdAt.getTime() + limits.absoluteMs, session.lastSeenAt.getTime() + limits.idleMs),
  );
}

/** Both limits are half-open: at the limit the session is over. `now` is wall time. */
export function sessionIsAlive(session: SessionTimes, now: Date, limits: SessionLimits): boolean {
  return session.revokedAt === null && now.getTime() < sessionEnd(session, limits).getTime();
}

export function isTimeToMark(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= MARK_ACTIVE_EVERY_MS;
}
