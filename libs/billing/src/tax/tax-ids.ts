import { AppError } from '@portal/kernel';
import { checkVAT, countries } from 'jsvat-next';
import { billingErrors } from '../errors.js';

/** VAT ids that are not of a member state of the EU, by country. */
const OUTSIDE_EU: Readonly<Record<string, string>> = { GB: 'gb_vat', CH: 'ch_vat', NO: 'no_vat', AU: 'au_abn' };
/** Other tax ids, of which only the form is known. */
const BY_FORM: Readonly<Record<string, readonly [country: string, form: RegExp]>> = {
  us_ein: ['US', /^\d{9}$/],
  ca_gst_hst: ['CA', /^\d{9}RT\d{4}$/],
  jp_trn: ['JP', /^T\d{13}$/],
  hu_tin: ['HU', /^\d{11}$/],
  nz_gst: ['NZ', /^\d{8,9}$/],
};
/** Types of tax ids that Stripe Tax knows, for the countries that can be billed here. */
export const TAX_ID_TYPES = ['eu_vat', ...Object.values(OUTSIDE_EU), ...Object.keys(BY_FORM)];

/** Of which the rules are known, but which are in no place where these ids are asked for. */
const ELSEWHERE = ['AD', 'BR', 'RS', 'RU', 'EU'];
const VAT = countries.filter(({ codes: [code] }) => !ELSEWHERE.includes(code!));

/** How a tax id was checked: by its form and check digits, by VIES that it is registered, or in vain. */
export type TaxIdCheck = 'by_form' | 'by_vies' | 'failed';

/**
 * A VAT id of `country` (ISO 3166-1 alpha-2) without spaces and in capitals; undefined when form, check digits or country
 * are wrong. Greek ones begin with EL, those of Northern Ireland with XI.
 */
function vatIdOf(country: string, text: string): string | undefined {
  const plain = plainOf(text).replace(/^GR/, 'EL');
  const { isValid, country: found } = checkVAT(plain, VAT);
  return isValid && found?.isoCode.short === country ? plain : undefined;
}

/** As `vatIdOf`, for any of `TAX_ID_TYPES`. */
function taxIdOf(type: string, country: string, text: string): string | undefined {
  const [of, form] = BY_FORM[type] ?? [];
  if (form) return of === country && form.test(plainOf(text)) ? plainOf(text) : undefined;
  const found = vatIdOf(country, text);
  return type === (found?.startsWith('XI') ? 'eu_vat' : (OUTSIDE_EU[country] ?? 'eu_vat')) ? found : undefined;
}

const plainOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** What VIES answered (`billing.vies`). */
type Vies = { readonly valid: boolean } | null;
/** Whether a stored tax id is valid; null when there is none. A tax id without a type is a VAT id. */
export function checkOf(
  country: string,
  taxId: string | null,
  type: string | null = null,
  vies: Vies = null,
): TaxIdCheck | null {
  if (taxId === null) return null;
  const found = type === null ? vatIdOf(country, taxId) : taxIdOf(type, country, taxId);
  return found === undefined || vies?.valid === false ? 'failed' : vies ? 'by_vies' : 'by_form';
}

/**
 * A tax id as it is stored: without spaces and in capitals.
 * @throws AppError `tax_id_invalid` (422) with `pointer`
 */
export function normalized(pointer: string, country: string, taxId: string, type: string | null = null): string {
  const found = type === null ? vatIdOf(country, taxId) : taxIdOf(type, country, taxId);
  if (found !== undefined) return found;
  const what = type === null || type.endsWith('_vat') ? 'VAT number' : 'tax ID of this type';
  const message = `This is not a valid ${what} of ${country}: check its form, its check digits and the country.`;
  throw new AppError(billingErrors.tax_id_invalid, {
    message,
    details: [{ pointer, code: 'tax_id_invalid', message }],
  });
}
