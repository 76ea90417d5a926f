import { AppError } from '@portal/kernel';
import { ledgerErrors } from '../errors.js';

/**
 * A currency code as it is written everywhere inside: three lower-case letters. For what comes from outside, where the
 * same currency is written in either case.
 * @throws AppError `currency_invalid` (400) for anything but three letters.
 */
export function normalizeCurrency(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text)) throw new AppError(ledgerErrors.currency_invalid);
  return text.toLowerCase();
}
