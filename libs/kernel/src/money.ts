/** @throws RangeError when the text is not an integer number of minor units. */
export function parseMinor(text: string): bigint {
  if (!/^-?\d{1,18}$/.test(text)) throw new RangeError(`not an amount in minor units: ${text.slice(0, 30)}`);
  return BigInt(text);
}

/** Plain decimal text such as `49.00 USD`, for logs, the command line and mail; pages format by locale. */
export function formatMinor(minor: bigint, currency: string, exponent = 2): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${sign}${exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`} ${currency.toUpperCase()}`;
}
