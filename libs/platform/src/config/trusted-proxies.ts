import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/**
 * Whether TRUSTED_PROXIES may contain this entry: an address or a CIDR range that does not include everyone. IPv4
 * addresses must not be mapped into IPv6.
 */
export function isProxyEntry(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const parsed = addressOf(address);
  if (parsed === undefined || more.length > 0 || address.includes('%')) return false;
  if (parsed.kind() === 'ipv6' && (parsed as IPv6).isIPv4MappedAddress()) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= lengthOf(parsed));
}

/**
 * Returns a function that decides whether an address is a trusted proxy.
 * @param entries of TRUSTED_PROXIES, each of them an `isProxyEntry`
 */
export function trustedBy(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.map((entry) => {
    const [address = '', bits] = entry.split('/');
    const parsed = ipaddr.parse(address);
    return { parsed, bits: bits === undefined ? lengthOf(parsed) : Number(bits) };
  });
  return (text) => {
    if (addressOf(text) === undefined) return false;
    const address = ipaddr.process(text);
    return ranges.some(({ parsed, bits }) => parsed.kind() === address.kind() && address.match(parsed, bits));
  };
}

function addressOf(text: string): IPv4 | IPv6 | undefined {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.parse(text) : undefined;
}

const lengthOf = (address: IPv4 | IPv6): number => address.toByteArray().length * 8;
