/** This many attempts are free. After that there is a wait, which doubles after every `step` more. */
export interface TriesRule {
  readonly free: number;
  readonly step: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** Attempts no longer count this long after the first. */
  readonly windowSeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Limit of one caller, or of one session for its own person. */
const OWN = { free: 10, step: 1, firstWaitSeconds: 30, longestWaitSeconds: 15 * MINUTE, windowSeconds: HOUR };
/** Limit of one network in total. */
const NETWORK = { step: 1, firstWaitSeconds: MINUTE, longestWaitSeconds: 15 * MINUTE };

export const TRIES = {
  password_own: OWN,
  code_own: OWN,
  reauthentication: OWN,
  /** Limit of all strangers together at one account. */
  password_account: {
    free: 50,
    step: 50,
    firstWaitSeconds: 30,
    longestWaitSeconds: 5 * MINUTE,
    windowSeconds: DAY,
  },
  /**
   * Someone who knows the password can guess one of a million codes, so the limit is lower. The owner can reset it with
   * a new password.
   */
  code_account: { free: 20, step: 20, firstWaitSeconds: MINUTE, longestWaitSeconds: HOUR, windowSeconds: DAY },
  password_network: { ...NETWORK, free: 100, windowSeconds: 15 * MINUTE },
  sign_up_network: { ...NETWORK, free: 60, windowSeconds: HOUR },
  sign_up_own: { ...OWN, firstWaitSeconds: MINUTE },
  mail_network: { ...NETWORK, free: 30, windowSeconds: HOUR },
  mail_own: { ...OWN, free: 5, firstWaitSeconds: 2 * MINUTE },
  /** Mails to one address requested by any number of strangers. Confirmation links are valid for a week. */
  password_reset_strangers: {
    free: 5,
    step: 1,
    firstWaitSeconds: 10 * MINUTE,
    longestWaitSeconds: 30 * MINUTE,
    windowSeconds: DAY,
  },
  confirmation_strangers: {
    free: 5,
    step: 1,
    firstWaitSeconds: HOUR,
    longestWaitSeconds: 6 * HOUR,
    windowSeconds: DAY,
  },
  link_network: { ...NETWORK, free: 60, windowSeconds: HOUR },
} as const satisfies Record<string, TriesRule>;

/**
 * Wrong codes of an account, from anywhere, since its password was chosen. Someone who knows the password guesses one of a
 * million codes this often at most: a chance of one in 3,300 with the codes of three time steps valid at once.
 */
export const WRONG_CODES_MAX = 100;

/** After this many failed attempts by strangers within a day, the owner is notified once. */
export const WARNED_AT = { password: 20, code: 10, windowSeconds: DAY } as const;

/** Seconds to wait after this many attempts. */
export function waitAfter(rule: TriesRule, tries: number): number {
  if (tries < rule.free) return 0;
  const doubled = Math.floor((tries - rule.free) / rule.step);
  return Math.min(rule.longestWaitSeconds, rule.firstWaitSeconds * 2 ** Math.min(doubled, 30));
}

/** Waits after the first attempt, the second and so on; the last one applies to all further attempts. */
export function waitsOf(rule: TriesRule): number[] {
  const waits: number[] = [];
  while (waits.at(-1) !== rule.longestWaitSeconds) waits.push(waitAfter(rule, waits.length + 1));
  return waits;
}
