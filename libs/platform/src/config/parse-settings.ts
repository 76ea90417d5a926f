import { Secret } from '@portal/kernel';
import type { KeyEncryptionKey, OidcSettings } from './settings.js';
import { isProxyEntry } from './trusted-proxies.js';
import type { VariableName } from './variables.js';

const MAIL_ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;
const HOST = /^(?=.{1,253}$)[A-Za-z0-9._:%-]+$/;

/** URL of a server: one of these schemes, a host, and for PostgreSQL a database. */
export function serverUrl(
  name: VariableName,
  text: string | undefined,
  schemes: readonly ('postgres' | 'postgresql' | 'redis' | 'rediss' | 'smtp' | 'smtps')[],
  problems: string[],
): void {
  if (text === undefined || text === '') return;
  const [first] = schemes;
  try {
    const { protocol, hostname, pathname, searchParams } = new URL(text);
    const hasHost = hostname !== '' || searchParams.has('host');
    const hasDatabase = first !== 'postgres' || pathname.length > 1;
    if ((schemes as readonly string[]).includes(protocol.slice(0, -1)) && hasHost && hasDatabase) return;
  } catch {
    // Reported below.
  }
  const form =
    first === 'postgres' ? 'postgres://user:password@host:5432/database' : `${schemes.join(':// or ')}://host:port`;
  problems.push(`${name} must look like ${form}`);
}

/** `text`, a URL, with `password`, which may have any character. */
export function withPassword(text: string, password: string | undefined): string {
  if (password === undefined || !URL.canParse(text)) return text;
  return Object.assign(new URL(text), { password: encodeURIComponent(password) }).href;
}

/** `portal@example.com`, or `Name <portal@example.com>`. */
export function mailAddress(name: VariableName, text: string | undefined, problems: string[]): void {
  if (text === undefined || text === '') return;
  if (!MAIL_ADDRESS.test(/<([^<>]+)>$/.exec(text)?.[1] ?? text)) problems.push(`${name} must hold an email address`);
}

/** An IP address, or a name of this machine. */
export function hostName(name: VariableName, text: string, problems: string[]): string {
  if (!HOST.test(text)) problems.push(`${name} must be an address or a host name`);
  return text;
}

/** `1` is on; `0` or unset is off. */
export function onOff(name: VariableName, text: string | undefined, problems: string[]): boolean {
  if (text !== undefined && text !== '0' && text !== '1') problems.push(`${name} must be 1 or 0`);
  return text === '1';
}

/** An http or https URL, without trailing slashes. */
export function url(name: VariableName, text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const parsed = new URL(text);
    if (parsed.protocol === 'http:' || parsed.protocol === 'https:') return text.replace(/\/+$/, '');
  } catch {
    // reported below
  }
  problems.push(`${name} is not an http or https address`);
  return undefined;
}

export function trustedProxies(text: string, problems: string[]): string[] {
  if (text === '' || text === 'none') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.every(isProxyEntry)) return entries;
  problems.push(
    'TRUSTED_PROXIES must be none or addresses and ranges such as 192.0.2.5,10.1.0.0/16,fd00::/64; a range of everybody (/0) is refused',
  );
  return [];
}

export function oidc(
  value: (name: VariableName) => string | undefined,
  production: boolean,
  problems: string[],
): OidcSettings | undefined {
  const issuer = url('OIDC_ISSUER', value('OIDC_ISSUER'), problems);
  const [clientId, secret] = [value('OIDC_CLIENT_ID'), value('OIDC_CLIENT_SECRET')];
  if (issuer === undefined && clientId === undefined && secret === undefined) return undefined;
  if (issuer === undefined || clientId === undefined || secret === undefined) {
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together');
    return undefined;
  }
  if (production && !issuer.startsWith('https://')) problems.push('OIDC_ISSUER must be https');
  return { issuer, clientId, clientSecret: new Secret(secret), name: value('OIDC_NAME') ?? 'Single sign-on' };
}

export function keyring(text: string, problems: string[]): KeyEncryptionKey[] {
  if (text === '') return [];
  const keys: KeyEncryptionKey[] = [];
  for (const part of text.split(',')) {
    const [kid = '', encoded = ''] = part.trim().split(':');
    const key = Buffer.from(encoded, 'base64');
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(kid) || key.length !== 32) {
      problems.push('KEYRING must be kid:base64 of 32 bytes, comma between');
      return [];
    }
    if (new Set(key).size < 8) problems.push(`KEYRING holds a key that is not random (${kid})`);
    if (keys.some((k) => k.kid === kid)) problems.push(`KEYRING names ${kid} twice`);
    keys.push({ kid, key });
  }
  return keys;
}

export function portRanges(text: string, problems: string[]): { from: number; to: number }[] {
  const ranges = text.split(',').map((part) => {
    const match = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part);
    const from = Number(match?.[1] ?? NaN);
    const to = Number(match?.[2] ?? match?.[1] ?? NaN);
    return { from, to };
  });
  if (ranges.some((r) => !(r.from >= 1 && r.from <= r.to && r.to <= 65535)))
    problems.push('SANDBOX_DRIVE_PORTS must look like 4000-4999 or 4010,4020');
  return ranges;
}

export function names(text: string, problems: string[]): string[] {
  const all = text.split(',').map((one) => one.trim());
  if (all.length > 200 || all.some((one) => one === '' || one.length > 100))
    problems.push('PROTECTED_NAMES must be at most 200 names of at most 100 characters, comma between');
  return all;
}

export function signingSecrets(name: VariableName, text: string, problems: string[]): Secret[] {
  const secrets = text.split(',').map((one) => one.trim());
  if (text === '') return [];
  if (secrets.length > 2) problems.push(`${name} holds more than two secrets`);
  if (secrets.some((one) => one.length < 16)) problems.push(`${name} is too short`);
  return secrets.map((one) => new Secret(one));
}
