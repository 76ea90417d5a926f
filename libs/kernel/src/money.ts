/** @throws RangeError when the text is not an integer number of minor units. */
export function parseMinor(text: string): bigint {
  if (!/^-?\d{1,18}$/.test(text)) throw new RangeError(`not an amount in minor units: ${text.slice(0, 30)}`);
  return BigInt(text);
}

/** Currencies without two decimals, as in `ledger.currency`. */
const EXPONENTS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0]),
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3]),
]);

/** Decimals of a currency, by its ISO 4217 code. */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency.toLowerCase()] ?? 2;
}

/** Plain decimal text such as `49.00 USD`, for logs, the command line and mail; pages format by locale. */
export function formatMinor(minor: bigint, currency: string, exponent = exponentOf(currency)): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${sign}${exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`} ${currency.toUpperCase()}`;
}
