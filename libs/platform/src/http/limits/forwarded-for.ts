import ipaddr from 'ipaddr.js';

/**
 * Removes ports that some proxies add to addresses in `X-Forwarded-For` (`203.0.113.7:4711`, `[2001:db8::1]:4711`), so
 * that a caller is one address and not one per connection. Malformed entries are not changed; they match no proxy.
 */
export function withoutPorts(header: string): string {
  return header
    .split(',')
    .map((entry) => addressIn(entry.trim()))
    .join(', ');
}

function addressIn(entry: string): string {
  const [, v6, v4, port] = /^(?:\[([^\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (port !== undefined && Number(port) > 65_535) return entry;
  if (v6 !== undefined && ipaddr.IPv6.isValid(v6)) return v6;
  if (v4 !== undefined && ipaddr.IPv4.isValidFourPartDecimal(v4)) return v4;
  return entry;
}
