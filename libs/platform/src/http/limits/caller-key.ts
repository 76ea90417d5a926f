import ipaddr from 'ipaddr.js';

/** In its usual form already, or no address: parsing takes longer than all else that is counted of a request. */
const PLAIN_IPV4 = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;

/** The address in its usual form: an IPv4 address that the socket shows as mapped IPv6 is converted back. */
export function callerAddress(ip: string): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
}

/**
 * The caller for whom a request is counted: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * customer has all addresses below.
 */
export function callerKey(ip: string): string {
  return PLAIN_IPV4.test(ip) ? ip : (firstBits(ip, 64) ?? callerAddress(ip));
}

/**
 * For a second, wider limit: the first 48 bits of an IPv6 address, because a customer with such a range has 65,536
 * callers. Undefined for IPv4, where ranges are small.
 */
export function networkKey(ip: string): string | undefined {
  return firstBits(ip, 48);
}

/** Limit of a whole network, in callers: it may be a company or the customers of a small provider. */
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
