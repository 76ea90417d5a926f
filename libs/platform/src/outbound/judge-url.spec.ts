import { isPublicAddress } from './address-policy.js';
import { judgeUrl } from './judge-url.js';
import { OutboundError } from './outbound-error.js';

const ports = [{ from: 4000, to: 4999 }];
const refused = (url: string, sandbox = ports): string => {
  try {
    judgeUrl(url, sandbox);
    return 'accepted';
  } catch (error) {
    return error instanceof OutboundError ? error.reason : 'crashed';
  }
};

it.each(['https://drafts.acme.com/api/platform/drive/manifest', 'https://a.b.co/', 'https://a.co:443/x?y=1#z'])(
  '%s may be called',
  (url) => expect(refused(url)).toBe('accepted'),
);
it.each(['http://127.0.0.1:4010/x', 'http://localhost:4999/x'])('a sandbox may call %s', (url) => {
  expect(judgeUrl(url, ports).loopback).toBe(true);
  expect(refused(url, [])).toBe('address_policy');
});
it.each([
  'http://127.0.0.1:3000/',
  'http://127.0.0.1:5432/',
  'http://127.0.0.1/',
  'http://127.0.0.2:4010/',
  'http://127.1:4010/',
  'http://2130706433:4010/',
  'http://0x7f000001:4010/',
  'http://0177.0.0.1:4010/',
  'http://[::1]:4010/',
  'http://[::ffff:127.0.0.1]:4010/',
  'http://LOCALHOST:4010/',
  'http://localhost.:4010/',
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest',
  'https://1.1.1.1/',
  'https://[2606:4700::1]/',
  'https://0/',
  'https://localhost/',
  'https://db.internal/',
  'https://printer.local/',
  'https://svc.cluster.local/',
  'https://intranet/',
  'https://a.test/',
  'https://x.onion/',
  'https://a.co:8443/',
  'https://a.co:22/',
  'http://a.co/',
  'ftp://a.co/',
  'file:///etc/passwd',
  'HTTPS://a.co/',
  '//a.co/',
  'https:/a.co/',
  'https:///a.co',
  'a.co',
  'https://user@a.co/',
  'https://user:pw@a.co/',
  'https://a.co@127.0.0.1/',
  'https://a.co\\@b.co/',
  'https://a.co%2f@b.co/',
  'https://a%2eco/',
  'https://a.co.:443/',
  'https://a.co./',
  'https://ａ.co/',
  'https://a.co/ x',
  'https://a.co/\n',
  'https://a.co/\u0000',
  'https://a:b:c/',
  'https://a.co:99999/',
  `https://a.co/${'x'.repeat(2100)}`,
  '',
  ' ',
])('%s is refused before anything is resolved', (url) => expect(['url', 'address_policy']).toContain(refused(url)));

it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('%s is public', (a) =>
  expect(isPublicAddress(a)).toBe(true),
);
it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.5',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '192.88.99.1',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  '3fff::1',
  '5f00::1',
  '100::1',
  'fec0::1',
  'not-an-ip',
  '',
])('%s is not public', (a) => expect(isPublicAddress(a)).toBe(false));
