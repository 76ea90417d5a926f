/** How long the previous key stays valid after a rotation (contract: Limits, key overlap on rotation). */
export const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** `overlap`: the old key ends after `OVERLAP_MS`. `leaked`: every old key ends at once. */
export type RotationMode = 'overlap' | 'leaked';
/** Hours before the end of an overlap at which the author is notified, while the old key is still needed. */
export const REMINDER_HOURS = [12, 1] as const;
export type ReminderHours = (typeof REMINDER_HOURS)[number];
/** An old key that was accepted this recently is still needed, even if the newer one was accepted as well. */
const RECENT_USE_MS = 60 * 60 * 1000;
export type KeyState = 'active' | 'retiring' | 'retired' | 'revoked';

/** Times of a key. It is valid from `notBefore` up to, not including, the earlier of `notAfter` and `revokedAt`. */
export interface KeyLife {
  readonly version: number;
  readonly notBefore: Date;
  readonly notAfter: Date | null;
  readonly revokedAt: Date | null;
}

/** Times of a key with what traffic has shown. */
export interface KeyUse extends KeyLife {
  /** First call that the Drive accepted with it. */
  readonly adoptedAt: Date | null;
  /** Last call that the Drive accepted with it. */
  readonly lastUsedAt: Date | null;
}

/** The changes to write. All instants are business time. */
interface RotationPlan {
  /** Version and start of the new key. */
  readonly next: { readonly version: number; readonly notBefore: Date };
  /** Keys whose end changes, with the new end. */
  readonly endings: readonly {
    readonly version: number;
    readonly notAfter: Date | null;
    readonly revokedAt: Date | null;
  }[];
  /** When the last older key stops being valid; null when none is valid. */
  readonly previousEndsAt: Date | null;
}

type Rotation =
  | { readonly ok: true; readonly plan: RotationPlan }
  | { readonly ok: false; readonly refusal: 'no_valid_key' | 'overlap_running' };

/** State of a key at `now`, computed from its times. */
export function keyState(key: KeyLife, now: Date): KeyState {
  if (key.revokedAt !== null && key.revokedAt <= now) return 'revoked';
  if (key.notAfter === null) return 'active';
  return key.notAfter <= now ? 'retired' : 'retiring';
}

/** True when the key signs and verifies at `now`. */
export function isValid(key: KeyLife, now: Date): boolean {
  const state = keyState(key, now);
  return key.notBefore <= now && (state === 'active' || state === 'retiring');
}

/** Keys that are valid at `now`, newest first. */
export function validKeys<K extends KeyLife>(keys: readonly K[], now: Date): K[] {
  return keys.filter((key) => isValid(key, now)).sort((a, b) => b.version - a.version);
}

/** The version after the highest so far. */
export function nextVersion(keys: readonly KeyLife[]): number {
  return Math.max(0, ...keys.map((key) => key.version)) + 1;
}

/**
 * Plans a rotation. At most two keys are valid afterwards. A second `overlap` rotation during an overlap is refused
 * unless forced; then the oldest key ends at `now`.
 */
export function rotate(
  keys: readonly KeyLife[],
  { now, mode, force = false }: { now: Date; mode: RotationMode; force?: boolean },
): Rotation {
  const valid = validKeys(keys, now);
  const [newest, ...older] = valid;
  if (!newest) return { ok: false, refusal: 'no_valid_key' };
  const next = { version: nextVersion(keys), notBefore: now };
  if (mode === 'leaked') {
    const endings = valid.map(({ version, notAfter }) => ({ version, notAfter, revokedAt: now }));
    return { ok: true, plan: { next, endings, previousEndsAt: null } };
  }
  if (older.length > 0 && !force) return { ok: false, refusal: 'overlap_running' };
  const overlapEnd = new Date(now.getTime() + OVERLAP_MS);
  const previousEndsAt = newest.notAfter !== null && newest.notAfter < overlapEnd ? newest.notAfter : overlapEnd;
  const endings = [
    { version: newest.version, notAfter: previousEndsAt, revokedAt: newest.revokedAt },
    ...older.map(({ version, revokedAt }) => ({ version, notAfter: now, revokedAt })),
  ];
  return { ok: true, plan: { next, endings, previousEndsAt } };
}

/** Plans an early end. The older of two valid keys may end now; the only valid key may not, it has to be rotated. */
export function endPrevious(
  keys: readonly KeyLife[],
  now: Date,
): { readonly ok: true; readonly version: number } | { readonly ok: false } {
  const [, previous] = validKeys(keys, now);
  return previous ? { ok: true, version: previous.version } : { ok: false };
}

/**
 * True while a Drive would refuse calls if the previous key ended now, judging by traffic: the newest key was never
 * accepted, or some of the Drive's servers accepted only the previous one within the last hour.
 */
export function previousStillNeeded(newest: KeyUse, previous: KeyUse, now: Date): boolean {
  if (newest.adoptedAt === null) return true;
  const used = previous.lastUsedAt;
  return used !== null && used > newest.adoptedAt && now.getTime() - used.getTime() < RECENT_USE_MS;
}

/** Which reminder is due at `now`; null outside an overlap and when the old key is no longer needed. */
export function dueReminder(keys: readonly KeyUse[], now: Date): { version: number; hours: ReminderHours } | null {
  const [newest, previous] = validKeys(keys, now);
  if (!newest || !previous?.notAfter || !previousStillNeeded(newest, previous, now)) return null;
  const left = previous.notAfter.getTime() - now.getTime();
  const hours = REMINDER_HOURS.filter((h) => left <= h * 3_600_000).at(-1);
  return hours === undefined ? null : { version: previous.version, hours };
}
