import { isProxyEntry, trustedBy } from './trusted-proxies.js';

it.each(['10.0.0.5', '10.0.0.0/8', '192.0.2.2/32', 'fd00::2', 'fd00::/64', '2001:DB8::1/128'])(
  '%s is an entry',
  (entry) => expect(isProxyEntry(entry)).toBe(true),
);
it.each([
  ['a name', 'proxy.example.com'],
  ['nothing', ''],
  ['everybody', '0.0.0.0/0'],
  ['everybody in IPv6', '::/0'],
  ['a range that is too long', '10.0.0.0/33'],
  ['a range that is too long in IPv6', 'fd00::/129'],
  ['a range without a length', '10.0.0.0/'],
  ['two lengths', '10.0.0.0/8/8'],
  ['a mask', '10.0.0.0/255.0.0.0'],
  ['a zone', 'fe80::1%eth0'],
  ['a short form', '10.1'],
  ['IPv4 mapped into IPv6', '::ffff:10.0.0.5'],
  ['a port', '10.0.0.5:80'],
])('%s is no entry', (_name, entry) => expect(isProxyEntry(entry)).toBe(false));

it('trusts the named addresses and ranges, also mapped into IPv6, and nobody else', () => {
  const trusts = trustedBy(['10.0.0.5', '192.168.4.0/22', 'fd00:1::/32']);
  const asked = ['10.0.0.5', '::ffff:10.0.0.5', '192.168.7.255', '::ffff:192.168.4.0', 'fd00:1:2::9', 'FD00:1::1'];
  expect(asked.filter((address) => !trusts(address))).toEqual([]);
  const others = [
    '10.0.0.6',
    '192.168.8.0',
    'fd00:2::1',
    '127.0.0.1',
    '::1',
    '::ffff:10.0.0.6',
    'unknown',
    '',
    '10.0.0.5:80',
  ];
  expect(others.filter(trusts)).toEqual([]);
  expect(trustedBy([])('127.0.0.1')).toBe(false);
});
