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

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  uri: isUri,
  url: isUri,
  date: isDate,
  'date-time': (text) =>
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
  time: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})?$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
  hostname: (text) =>
    text.length <= 253 &&
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text),
};

/** Whether a text has a JSON Schema format. Formats that are not known say nothing and are true. */
export function isFormat(format: string, text: string): boolean {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format]!(text) : true;
}
