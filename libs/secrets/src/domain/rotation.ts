/** How long the previous key stays valid beside a new one (contract: Limits, key overlap on rotation). */
export const OVERLAP_MS = 24 * 60 * 60 * 1000;
/** Keys of one owner that may be valid at the same time. */
export const MAX_VALID_KEYS = 2;

/** `overlap`: the old key ends after `OVERLAP_MS`. `leaked`: every old key ends at once. */
export type RotationMode = 'overlap' | 'leaked';
export type KeyState = 'active' | 'retiring' | 'retired' | 'revoked';

/** The times of a key. Valid from `notBefore` on, up to but not including the earlier of `notAfter` and `revokedAt`. */
export interface KeyLife {
  readonly version: number;
  readonly notBefore: Date;
  readonly notAfter: Date | null;
  readonly revokedAt: Date | null;
}

/** What has to be written. All instants are business time. */
export interface RotationPlan {
  /** Version and start of the new key. */
  readonly next: { readonly version: number; readonly notBefore: Date };
  /** Keys that get a new end. */
  readonly endings: readonly {
    readonly version: number;
    readonly notAfter: Date | null;
    readonly revokedAt: Date | null;
  }[];
  /** When the last older key stops being valid; null when none is valid any more. */
  readonly previousEndsAt: Date | null;
}

export type Rotation =
  | { readonly ok: true; readonly plan: RotationPlan }
  | { readonly ok: false; readonly refusal: 'no_valid_key' | 'overlap_running' };

/** Where a key stands at `now`, computed from its times alone. */
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

/** The version after every one that ever was. */
export function nextVersion(keys: readonly KeyLife[]): number {
  return Math.max(0, ...keys.map((key) => key.version)) + 1;
}

/**
 * Decides a rotation: old keys, time and grace in, new ends out. At most two keys are valid afterwards. A second
 * `overlap` while the first one runs is refused unless forced; then the oldest key ends at `now`.
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
