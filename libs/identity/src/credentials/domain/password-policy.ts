import { emailKey } from '@portal/kernel';
import { isKnownPassword } from './known-password.js';

const PASSWORD_MIN = 12;
/** Longer passwords are refused before they are hashed. */
export const PASSWORD_MAX = 128;

/**
 * The problem of a new password, as a sentence; null when it is allowed. Length is counted in Unicode code points.
 * @param stolen passwords from breaches, in lower case
 */
export function passwordProblem(password: string, email: string, stolen: ReadonlySet<string>): string | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return 'Use more different characters.';
  const account = emailKey(email);
  if (lower.includes(account) || lower === account.split('@')[0]) return 'Do not use your email address.';
  if (isKnownPassword(password, stolen))
    return 'This password, or one that differs little, is on a list of stolen passwords that are tried first. Use words of your own.';
  return null;
}
