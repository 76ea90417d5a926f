import { isPublicAddress } from './address-policy.js';
import { mayConnect } from './guarded-http.js';
import { judgeUrl } from './judge-url.js';
import { OutboundError } from './outbound-error.js';

const NONE: [] = [];
const SANDBOX = [{ from: 3000, to: 3010 }];

function verdict(url: string, ports: { from: number; to: number }[]): string {
  try {
    const judged = judgeUrl(url, ports);
    return judged.loopback ? 'loopback' : 'accepted';
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return 'refused';
  }
}

/** Spellings of 127.0.0.1, of the metadata service and of private networks that some parser accepts. */
const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '017700000001', '0x7f000001', '0x7f.1', '0177.0.0.1', '0'],
  ...['127.0.0.1.', '127.000.000.001', '0x7F.0x0.0x0.0x1', '127.0.0.0x1', '00', '0.0.0.0', '0x0', '4294967295'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.16689662'],
  ...['10.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.257', '100.64.0.1', '198.18.0.1'],
  ...['168.63.129.16', '192.0.0.170', '224.0.0.1', '240.0.0.1', '255.255.255.255', '8.8.8.8', '134744072', '1.1'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fe80::1%25lo]'],
  ...[
    '[fe80::1%lo]',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...['[2606:4700:4700::1111]', '[v1.x]', '[127.0.0.1]', '[]', '[::1', '::1]', '[::1]x', '[::1].example.com'],
  ...['localhost', 'LOCALHOST', 'Localhost.', 'localhost.localdomain', 'a.localhost', 'ip6-localhost', 'loopback'],
  ...['metadata', 'metadata.google.internal', 'METADATA.GOOGLE.INTERNAL', 'instance-data.ec2.internal', 'x.internal.'],
  ...['printer.local', 'router.home.arpa', 'kubernetes.default.svc', 'db.default.svc.cluster.local', 'a.test'],
  ...['a.invalid', 'a.example', 'a.onion', 'box.lan', 'wiki.intranet', 'wiki.corp', 'a.home', 'x.private', 'single'],
  ...['drive.acme.com.', 'drive.acme.com..', '.acme.com', 'acme..com', '-acme.com', 'acme-.com', 'com.'],
  ...['\u2460\u2461\u2466.0.0.1', '\uff11\uff12\uff17.0.0.1', 'b\u00fccher.de', 'ex\u0430mple.com', 'acme\u3002com'],
  ...['acme\u200b.com', 'acme\u00ad.com', 'acme%2ecom', '%31%32%37.0.0.1', 'acme.com%00.evil.de', 'acme.com%20', '%'],
  ...[
    'user@acme.com',
    'user:pw@acme.com',
    '@acme.com',
    'acme.com@127.0.0.1',
    'acme.com\\@127.0.0.1',
    '127.0.0.1\\.acme.com',
  ],
  ...['acme.com\t', 'acme\n.com', ' acme.com', 'acme.com\u0000', 'acme.com\u007f', 'acme .com', 'a\u00a0b.com', ''],
  ...['acme.com:', 'acme.com:80', 'acme.com:22', 'acme.com:8443', 'acme.com:0', 'acme.com:65536', 'acme.com:4430'],
  ...['acme.com:443:443', 'acme.com:-443', 'acme.com:+443', 'acme.com:443abc', 'acme.com:0x1bb', 'acme.com: 443'],
  ...['acme.com:\uff14\uff14\uff13', `${'a'.repeat(64)}.com`, `${'a.'.repeat(130)}com`, 'a,b.com', 'a;b.com'],
  ...[
    'acme.com"',
    'acme.com<',
    "acme.com'",
    'acme.com|',
    'acme.com^',
    'acme.com`',
    'acme.com{',
    '*.acme.com',
    'acme!.com',
  ],
  ...['1.2.3', '1.2.3.4.5', '1.2.3.256', '0x', '1.2.3.0x', 'acme.123', 'acme.0x7f'],
];

const TEXTS = [
  ...[
    '',
    ' ',
    'https:',
    'https:/',
    'https://',
    'https:///',
    'https:acme.com/',
    'https:/acme.com/',
    'https:\\\\acme.com/',
  ],
  ...[
    'HTTPS://acme.com/',
    'Https://acme.com/',
    'http://acme.com/',
    'ftp://acme.com/',
    'file:///etc/passwd',
    '//acme.com/',
  ],
  ...['/manifest', 'acme.com/manifest', 'javascript:alert(1)', 'data:,x', 'gopher://acme.com/', 'ws://acme.com/'],
  ...[
    ' https://acme.com/',
    '\thttps://acme.com/',
    '\ufeffhttps://acme.com/',
    'https://acme.com/ ',
    'https://acme.com/\n',
  ],
  ...[
    'ht\ntps://acme.com/',
    'https://acme.com/a b',
    'https://acme.com/\\..\\x',
    'https://acme.com/\u00e9',
    'https:////acme.com/',
  ],
  ...['https://acme.com/\u0000', 'https://acme.com/a\rb', 'view-source:https://acme.com/', 'blob:https://acme.com/x'],
  `https://acme.com/${'a'.repeat(2_048)}`,
];

const GOOD = [
  ...[
    'https://acme.com',
    'https://acme.com/',
    'https://acme.com?url=1',
    'https://acme.com/#x',
    'https://a.b.c.acme.com/m',
  ],
  ...[
    'https://acme.com:443/',
    'https://acme.com/a%20b?c=%2e%2e&d=@',
    'https://ACME.com/M',
    'https://xn--bcher-kva.de/',
  ],
  ...['https://acme.com/http://127.0.0.1/', 'https://acme.com/?u=http://169.254.169.254/', 'https://1password.com/m'],
  ...[
    'https://127.0.0.1.nip.io/',
    'https://internal.acme.com/',
    'https://localhost.acme.com/',
    'https://my-test.dev/',
    'https://a_b.acme.com/',
  ],
  ...['https://acme.com/user@host', 'https://acme.com/[::1]', `https://acme.com/${'a'.repeat(2_031)}`],
];

describe('an address before its name is resolved', () => {
  it.each(HOSTS)('refuses the host %j outside a sandbox, with and without a port', (host) => {
    expect(verdict(`https://${host}/m`, NONE)).toBe('refused');
    expect(verdict(`http://${host}/m`, NONE)).toBe('refused');
  });

  it.each(HOSTS)(
    'accepts the host %j in a sandbox only as the one plain spelling of loopback with an allowed port',
    (host) => {
      for (const port of ['3000', '3010']) {
        const allowed = host === '127.0.0.1' || host === 'localhost' ? 'loopback' : 'refused';
        expect(verdict(`http://${host}:${port}/m`, SANDBOX)).toBe(allowed);
      }
      for (const port of ['2999', '3011', '80', ''])
        expect(verdict(`http://${host}:${port}/m`, SANDBOX)).toBe('refused');
    },
  );

  it.each(TEXTS)('refuses %j', (text) => {
    expect(verdict(text, NONE)).toBe('refused');
    expect(verdict(text, SANDBOX)).toBe('refused');
  });

  it.each(GOOD)('accepts %j', (text) => {
    expect(verdict(text, NONE)).toBe('accepted');
    expect(verdict(text, SANDBOX)).toBe('accepted');
  });
});

const PRIVATE_ADDRESSES = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...[
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
    '192.168.0.1',
  ],
  ...['192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', '::2', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe'],
  ...['::ffff:0:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '100:0:0:1::1', '2001::1'],
  ...[
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
  ],
  ...[
    '3fff:fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'feff::1',
    'ff02::1',
    '1::1',
  ],
  ...[
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'fe80::1%lo',
    '8.8.8.8 ',
    '8.8.8.8/32',
    'acme.com',
    '08.8.8.8',
  ],
];
const PUBLIC_ADDRESSES = [
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
  ],
  ...[
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
  ],
  ...['198.20.0.0', '223.255.255.255', '168.63.129.15', '168.63.129.17', '203.0.112.255', '203.0.114.0'],
  ...[
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '3ffe::1',
    '2400::1',
  ],
];

describe('an address that a name resolves to', () => {
  it.each(PRIVATE_ADDRESSES)('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(PUBLIC_ADDRESSES)('%j is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it('forbids the name when one of several addresses is not public, wherever it stands, or when there are too many', () => {
    expect(mayConnect(['93.184.216.34', '2400::1'])).toBe(true);
    expect(mayConnect(['93.184.216.34', '10.0.0.1'])).toBe(false);
    expect(mayConnect(['::1', '93.184.216.34'])).toBe(false);
    expect(mayConnect(Array.from({ length: 33 }, (_, at) => `93.184.216.${at + 1}`))).toBe(false);
  });
});
