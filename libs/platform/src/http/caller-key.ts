import ipaddr from 'ipaddr.js';

/**
 * Whom a request is counted for, from the address it came from: an IPv4 address as it is, of an IPv6 address the first
 * 64 bits, because one customer of a network has all the others.
 */
export function callerKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address.toByteArray().slice(0, 8).join('.')}/64`;
}
