const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SELECTOR = 4;
const SECRET = 12;

export const RECOVERY_CODES = 10;

/** A code for the day the phone is gone: which one it is (no secret), and 60 random bits. */
export interface RecoveryCode {
  readonly selector: string;
  readonly secret: string;
}

/** Sixteen random bytes become one code; two equal bytes give equal letters, each letter is equally likely. */
export function recoveryCodeOf(bytes: Uint8Array): RecoveryCode {
  const letters = Array.from(bytes.subarray(0, SELECTOR + SECRET), (byte) => ALPHABET[byte % 32]).join('');
  return { selector: letters.slice(0, SELECTOR), secret: letters.slice(SELECTOR) };
}

/** As people read it: four groups of four. */
export function formatRecoveryCode({ selector, secret }: RecoveryCode): string {
  return [selector, secret.slice(0, 4), secret.slice(4, 8), secret.slice(8)].join('-');
}

/** What somebody typed, in any case, with or without dashes and spaces; null when it cannot be a recovery code. */
export function parseRecoveryCode(text: string): RecoveryCode | null {
  const letters = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z2-7]{16}$/.test(letters)) return null;
  return { selector: letters.slice(0, SELECTOR), secret: letters.slice(SELECTOR) };
}
