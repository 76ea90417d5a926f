import { crc32 } from 'node:zlib';
import { Secret, type Random } from '@portal/kernel';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY = 43;
const CHECK = 6;

/** `<kind>_` + 43 base62 characters (256 bits) + 6 base62 characters of CRC-32, so that scanners recognise our secrets. */
export function newToken(kind: string, random: Random): Secret {
  let value = BigInt(`0x${Buffer.from(random.bytes(32)).toString('hex')}`);
  let body = '';
  for (let i = 0; i < BODY; i++) {
    body = ALPHABET[Number(value % 62n)] + body;
    value /= 62n;
  }
  return new Secret(`${kind}_${body}${checksum(`${kind}_${body}`)}`);
}

/** Distinguishes a mistyped token from a possible one, without a database. */
export function isWellFormedToken(kind: string, text: string): boolean {
  const match = new RegExp(`^${kind}_[0-9A-Za-z]{${BODY + CHECK}}$`).test(text);
  return match && checksum(text.slice(0, -CHECK)) === text.slice(-CHECK);
}

/** Finds our tokens in a text, for masking. */
export const TOKEN_PATTERN = /\b([a-z]{2,4})_[0-9A-Za-z]{49}\b/g;

function checksum(text: string): string {
  let value = crc32(text);
  let out = '';
  for (let i = 0; i < CHECK; i++) {
    out = ALPHABET[value % 62] + out;
    value = Math.floor(value / 62);
  }
  return out;
}
