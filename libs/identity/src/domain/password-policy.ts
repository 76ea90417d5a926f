import { emailKey } from './email.js';

export const PASSWORD_MIN = 12;
/** Longer input is refused before it is hashed. */
export const PASSWORD_MAX = 128;

const COMMON = ['password', 'passwort', 'qwertyuiop', 'letmein', '123456789', 'iloveyou', 'administrator', 'welcome'];

/** What is wrong with a new password as a sentence, or null when it may be used. Length counts Unicode code points. */
export function passwordProblem(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return 'Use more different characters.';
  const account = emailKey(email);
  if (lower.includes(account) || lower === account.split('@')[0]) return 'Do not use your e-mail address.';
  const rest = COMMON.reduce((text, word) => text.replaceAll(word, ''), lower);
  if (rest.length < 6) return 'This is among the first passwords that are tried. Add something of your own.';
  return null;
}
