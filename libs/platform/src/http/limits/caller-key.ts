import ipaddr from 'ipaddr.js';

/** The address as people know it: an IPv4 address that a socket shows mapped into IPv6 as IPv4. */
export function callerAddress(ip: string): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
}

/**
 * Whom a request is counted for, from the address it came from: an IPv4 address as it is, of an IPv6 address the first
 * 64 bits, because one customer of a network has all the others.
 */
export function callerKey(ip: string): string {
  return firstBits(ip, 64) ?? callerAddress(ip);
}

/**
 * For a second, wider bound: the first 48 bits of an IPv6 address, because who is given such a range has 65,536 callers.
 * Undefined for IPv4, of which nobody is given many.
 */
export function networkKey(ip: string): string | undefined {
  return firstBits(ip, 48);
}

/** How many callers' worth a whole network has: it may be a company or the customers of a small provider. */
export const CALLERS_OF_NETWORK = 8;

function firstBits(ip: string, bits: number): string | undefined {
  if (!ipaddr.isValid(ip)) return undefined;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return undefined;
  return `${address
    .toByteArray()
    .slice(0, bits / 8)
    .join('.')}/${bits}`;
}
