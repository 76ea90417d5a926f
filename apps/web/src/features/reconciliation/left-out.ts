import type { ExceptionView } from '../../api/hooks.js';
import { texts } from './texts.js';

/** Who is not paid while an exception is open, with the currency if it is one. */
export const leftOut = ({ leaves_out: all }: ExceptionView): string =>
  all
    .map(
      ({ author, currency }) =>
        `${author ?? texts.moneyException.everyAuthor}${currency === null ? '' : ` (${currency.toUpperCase()})`}`,
    )
    .join(', ');
