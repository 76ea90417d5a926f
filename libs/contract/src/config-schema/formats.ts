import { isEmail } from '../text/email.js';

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};
const isUri = (text: string): boolean => {
  try {
    return new URL(text).protocol !== '';
  } catch {
    return false;
  }
};

/** A format of JSON Schema: its test, and its name in messages. */
interface Format {
  readonly words: string;
  fits(text: string): boolean;
}

const url: Format = { words: 'a full address such as https://example.com', fits: isUri };

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['email', { words: 'an email address', fits: isEmail }],
  ['uri', url],
  ['url', url],
  ['date', { words: 'a date such as 2026-01-31', fits: isDate }],
  [
    'date-time',
    {
      words: 'a date and time such as 2026-01-31T09:00:00Z',
      fits: (text) =>
        /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
        !Number.isNaN(Date.parse(text)),
    },
  ],
  [
    'time',
    {
      words: 'a time such as 09:00:00',
      fits: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})?$/.test(text),
    },
  ],
  [
    'uuid',
    {
      words: 'a UUID',
      fits: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
    },
  ],
  [
    'ipv4',
    {
      words: 'an IPv4 address such as 192.0.2.1',
      fits: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
    },
  ],
  [
    'hostname',
    {
      words: 'a host name such as example.com',
      fits: (text) =>
        text.length <= 253 &&
        /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text),
    },
  ],
]);

/** A known format; unknown ones are not checked. */
export const formatOf = (name: string): Format | undefined => FORMATS.get(name);
