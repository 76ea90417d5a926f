import { AppError } from '@portal/kernel';
import { ledgerErrors } from '../errors.js';

/**
 * Normalises a currency code from outside, in either case, to three lower-case letters.
 * @throws AppError `currency_invalid` (400) for anything but three letters.
 */
export function normalizeCurrency(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text)) throw new AppError(ledgerErrors.currency_invalid);
  return text.toLowerCase();
}
