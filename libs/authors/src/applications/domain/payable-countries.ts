/**
 * Countries in which authors can be paid by a plain transfer from a platform in the same group: US, Canada, UK,
 * Switzerland and the European Economic Area. Asked at application, so that the first payout does not fail.
 */
export const PAYABLE_COUNTRIES: readonly string[] =
  'US CA GB CH AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LI LV LT LU MT NL NO PL PT RO SK SI ES SE'.split(' ');
const PAYABLE = new Set(PAYABLE_COUNTRIES);

/** `country` is ISO 3166-1 alpha-2 in upper case. */
export function isPayableCountry(country: string): boolean {
  return PAYABLE.has(country);
}
