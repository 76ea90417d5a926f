import type { SellerView } from '../../../api/schema.js';
import { countryName } from '../../../lib/countries.js';
import { texts } from '../texts/invoicing.js';

/** The operator as an invoice names it; with a note when nobody has decided it. */
export function sellerText(seller: SellerView | null): string {
  if (seller === null) return texts.seller.notSet;
  const { legal_name, address, country, tax_id } = seller;
  return [
    legal_name,
    ...address.split('\n'),
    countryName(country),
    tax_id === null ? texts.seller.noTaxNumber : texts.seller.taxNumber(tax_id),
  ].join(', ');
}
