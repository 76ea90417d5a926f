/** ISO 3166-1 alpha-2, as the server knows them; `countries.spec.ts` holds both lists together. */
const CODES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT ' +
  'JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY ' +
  'MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM ' +
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ ' +
  'TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Every country by its English name. */
export const countries: readonly { code: string; name: string }[] = CODES.map((code) => ({
  code,
  name: english.of(code) ?? code,
})).sort((a, b) => a.name.localeCompare(b.name, 'en'));

const names = new Map(countries.map(({ code, name }) => [code, name]));

/** The English name; an invalid code stays as it is. */
export const countryName = (code: string): string => names.get(code) ?? code;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Countries that a text may mean: the code itself first, then names that begin with it, then names with such a word. */
export function findCountries(text: string): typeof countries {
  const wanted = plain(text);
  if (wanted === '') return countries;
  const rank = ({ code, name }: (typeof countries)[number]): number => {
    if (code.toLowerCase() === wanted || plain(name) === wanted) return 0;
    if (plain(name).startsWith(wanted)) return 1;
    return plain(name)
      .split(/[^\p{L}]+/u)
      .some((word) => word.startsWith(wanted))
      ? 2
      : 3;
  };
  return countries
    .map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** The country that a text names beyond doubt: its code or its whole name. */
export function exactCountry(text: string): string | undefined {
  const wanted = plain(text);
  return countries.find(({ code, name }) => code.toLowerCase() === wanted || plain(name) === wanted)?.code;
}
