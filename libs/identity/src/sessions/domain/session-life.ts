/** Lifetime of a link that confirms an email address. */
export const CONFIRMATION_MS = 7 * 24 * 60 * 60_000;
/** Lifetime of a link for choosing a new password. */
export const RESET_MS = 15 * 60_000;
/** Maximum time between the password and the second factor. */
export const CHALLENGE_MS = 5 * 60_000;
/** The last activity is written at most this often, so that not every request writes. */
const MARK_ACTIVE_EVERY_MS = 60_000;
/** Maximum lifetime of an API token. */
export const TOKEN_MAX_DAYS = 90;

interface SessionLimits {
  /** A session ends after this time without a request. */
  readonly idleMs: number;
  /** A session ends after this time in any case. */
  readonly absoluteMs: number;
}

const MOST: SessionLimits = { idleMs: 30 * 60_000, absoluteMs: 12 * 60 * 60_000 };
/** Limits for roles that move money or grant roles. */
const SHORT: SessionLimits = { idleMs: 15 * 60_000, absoluteMs: 8 * 60 * 60_000 };
/** Maximum lifetime of any session. */
export const SESSION_ABSOLUTE_MS = MOST.absoluteMs;

interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
  revokedAt: Date | null;
}

/** The limits for a person with these roles. */
export function sessionLimits(roles: readonly { role: string }[]): SessionLimits {
  return roles.some(({ role }) => role === 'finance' || role === 'admin') ? SHORT : MOST;
}

/** When the session ends unless there is another request. */
export function sessionEnd(session: SessionTimes, limits: SessionLimits): Date {
  return new Date(
    Math.min(session.createdAt.getTime() + limits.absoluteMs, session.lastSeenAt.getTime() + limits.idleMs),
  );
}

/** Both limits are exclusive: at the limit the session has ended. `now` is wall time. */
export function sessionIsAlive(session: SessionTimes, now: Date, limits: SessionLimits): boolean {
  return session.revokedAt === null && now.getTime() < sessionEnd(session, limits).getTime();
}

export function isTimeToMark(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= MARK_ACTIVE_EVERY_MS;
}
