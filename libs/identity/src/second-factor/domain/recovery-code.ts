const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SELECTOR = 4;
const SECRET = 12;

export const RECOVERY_CODES = 10;

/** A recovery code: a public selector and 60 random bits. */
export interface RecoveryCode {
  readonly selector: string;
  readonly secret: string;
}

/** Converts sixteen random bytes to a code. Every letter is equally likely. */
export function recoveryCodeOf(bytes: Uint8Array): RecoveryCode {
  const letters = Array.from(bytes.subarray(0, SELECTOR + SECRET), (byte) => ALPHABET[byte % 32]).join('');
  return { selector: letters.slice(0, SELECTOR), secret: letters.slice(SELECTOR) };
}

/** For display: four groups of four. */
export function formatRecoveryCode({ selector, secret }: RecoveryCode): string {
  return [selector, secret.slice(0, 4), secret.slice(4, 8), secret.slice(8)].join('-');
}

/** Normalises user input in any case, with or without dashes and spaces; null when it cannot be a recovery code. */
export function parseRecoveryCode(text: string): RecoveryCode | null {
  const letters = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z2-7]{16}$/.test(letters)) return null;
  return { selector: letters.slice(0, SELECTOR), secret: letters.slice(SELECTOR) };
}
