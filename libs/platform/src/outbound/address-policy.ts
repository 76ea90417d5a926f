import ipaddr from 'ipaddr.js';

/** Ranges that the library may call unicast but that are never public servers. */
const EXTRA_DENIED = [
  '192.88.99.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
  '168.63.129.16/32',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  '100::/64',
  'fec0::/10',
].map((range) => ipaddr.parseCIDR(range));

/** Whether a resolved address may be connected to: only public unicast. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // The library reads the obsolete form ::a.b.c.d, which the resolver still prints, as if it were ::ffff:a.b.c.d.
  if (/:\d+\.\d+\.\d+\.\d+$/.test(address) && !/^::ffff:\d/i.test(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv6' && !parsed.match(ipaddr.parseCIDR('2000::/3'))) return false;
  return !EXTRA_DENIED.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}
