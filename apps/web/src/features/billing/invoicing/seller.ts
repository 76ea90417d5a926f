import type { Schemas } from '../../../api/types.js';
import { countryName } from '../../../lib/countries.js';

/** The operator as an invoice names it; said clearly when nobody has decided who that is. */
export function sellerText(seller: Schemas['SellerView'] | null): string {
  if (seller === null) return 'Not set: finance has to decide the policy "Operator on documents"';
  const { legal_name, address, country, tax_id } = seller;
  return [
    legal_name,
    ...address.split('\n'),
    countryName(country),
    tax_id === null ? 'no tax number' : `tax number ${tax_id}`,
  ].join(', ');
}
