import { isEmail } from '../text/email.js';

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};
const succeeds = (make: () => unknown): boolean => {
  try {
    make();
    return true;
  } catch {
    return false;
  }
};
const isUri = (text: string): boolean => succeeds(() => new URL(text));
const isHost = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text);
/** A host name with letters of any script, in the form that the network uses. */
const asciiHost = (text: string): string => (/[\s/?#@:[\]\\]/.test(text) ? '' : new URL(`http://${text}`).hostname);

/** A format of JSON Schema: its test, its name in messages, and examples of about a length. */
interface Format {
  readonly words: string;
  fits(text: string): boolean;
  readonly examples: (length: number) => string[];
}

const pad = (text: string, length: number): string => text + 'a'.repeat(Math.max(0, length - text.length));
const email: Format = {
  words: 'an email address',
  fits: isEmail,
  examples: (length) => ['name@example.com', 'a@b.co', `${'a'.repeat(Math.min(64, Math.max(1, length - 5)))}@b.co`],
};
const url: Format = {
  words: 'a full address such as https://example.com',
  fits: isUri,
  examples: (length) => ['https://example.com', 'a:b', pad('https://example.com/', length)],
};
const reference: Format = {
  words: 'an address or the path of one',
  fits: (text) => !/\s/.test(text) && succeeds(() => new URL(text, 'https://example.com')),
  examples: (length) => ['/path', pad('/', length)],
};
const host: Format = {
  words: 'a host name such as example.com',
  fits: isHost,
  examples: (length) => ['example.com', 'a', `${'a.'.repeat(Math.max(0, Math.ceil((length - 1) / 2)))}a`],
};

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['email', email],
  ['idn-email', email],
  ['uri', url],
  ['iri', url],
  ['url', url],
  ['uri-reference', reference],
  ['iri-reference', reference],
  ['hostname', host],
  ['idn-hostname', { ...host, fits: (text) => succeeds(() => asciiHost(text)) && isHost(asciiHost(text)) }],
  ['date', { words: 'a date such as 2026-01-31', fits: isDate, examples: () => ['2026-01-31', '2026-12-01'] }],
  [
    'date-time',
    {
      words: 'a date and time such as 2026-01-31T09:00:00Z',
      fits: (text) =>
        /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
        !Number.isNaN(Date.parse(text)),
      examples: () => ['2026-01-31T09:00:00Z', '2026-12-01T09:00:00.000Z', '2026-12-01T09:00:00+00:00'],
    },
  ],
  [
    'time',
    {
      words: 'a time such as 09:00:00',
      fits: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})?$/.test(text),
      examples: () => ['09:00:00', '10:00:00Z', '10:00:00.000Z', '10:00:00+00:00'],
    },
  ],
  [
    'duration',
    {
      words: 'a duration such as P1D or PT30M',
      fits: (text) => /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text),
      examples: () => ['P1D', 'PT30M', 'P1Y2M3DT4H5M6S'],
    },
  ],
  [
    'uuid',
    {
      words: 'a UUID',
      fits: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
      examples: () => ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '00000000-0000-4000-8000-000000000000'],
    },
  ],
  [
    'ipv4',
    {
      words: 'an IPv4 address such as 192.0.2.1',
      fits: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
      examples: () => ['192.0.2.1', '1.1.1.1', '192.168.100.100'],
    },
  ],
  [
    'ipv6',
    {
      words: 'an IPv6 address such as 2001:db8::1',
      fits: (text) => /^[0-9a-f:.]{2,45}$/i.test(text) && isUri(`http://[${text}]`),
      examples: () => ['2001:db8::1', '::', '2001:db8:1111:2222:3333:4444:5555:6666'],
    },
  ],
  [
    'regex',
    {
      words: 'a regular expression',
      fits: (text) => succeeds(() => new RegExp(text, 'u')),
      examples: (length) => ['^a+$', pad('', length)],
    },
  ],
  [
    'json-pointer',
    {
      words: 'a JSON pointer such as /items/0',
      fits: (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
      examples: (length) => ['/items/0', pad('/', length)],
    },
  ],
  // Says that the text is a secret, not how it is written.
  ['password', { words: 'a password', fits: () => true, examples: () => [] }],
]);

/** A known format; another one is a finding about the schema, and checks nothing. */
export const formatOf = (name: string): Format | undefined => FORMATS.get(name);

/** Names of the known formats. */
export const FORMAT_NAMES: readonly string[] = [...FORMATS.keys()];
