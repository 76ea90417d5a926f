/** A call about an install that a Drive has to answer. */
export const CALL_KINDS = ['handshake', 'revoke', 'probe'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** `waiting`: tried at the time given. `attention`: no longer tried automatically, a person has to decide. */
export type CallState = 'waiting' | 'attention' | 'done' | 'given_up';

/** Until the second attempt, and as long as the first one is left to its event. */
export const FIRST_DELAY_S = 30;
const LONGEST_DELAY_S = 86_400;

/** How often each is tried: a handshake and a revocation for 30 days, a probe for a day and a half. */
export const MAX_ATTEMPTS: Readonly<Record<CallKind, number>> = { handshake: 40, revoke: 40, probe: 13 };

/** The part of a delay that chance takes away or adds: Drives that went down together are not called together. */
export const JITTER = { from: 0.95, to: 1.15 } as const;

/** Seconds until the next try, without jitter: doubling from half a minute to a day. @param attempts tries made so far */
export function delayAfter(attempts: number): number {
  return Math.min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** (Math.max(1, attempts) - 1));
}
