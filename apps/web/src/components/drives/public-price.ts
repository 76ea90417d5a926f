import type { CardView } from '../../api/schema.js';
import { formatMoney } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { texts } from '../texts/drives.js';

/** The price for everybody, also where it is no single amount, and the plan whose price it is. */
export const publicPrice = ({ price, price_label: label }: Pick<CardView, 'price' | 'price_label'>): string =>
  price
    ? texts.price.perMonth(formatMoney(price.amount_minor, price.currency), price.plan && visible(price.plan))
    : label;
