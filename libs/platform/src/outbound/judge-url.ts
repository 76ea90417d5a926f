import ipaddr from 'ipaddr.js';
import { OutboundError } from './outbound-error.js';

export interface PortRange {
  from: number;
  to: number;
}

interface JudgedUrl {
  readonly url: URL;
  /** Loopback allowed by the sandbox: connect to 127.0.0.1 only. */
  readonly loopback: boolean;
}

const INTERNAL_SUFFIXES = [
  '.localhost',
  '.local',
  '.internal',
  '.home.arpa',
  '.svc',
  '.cluster.local',
  '.test',
  '.invalid',
  '.example',
  '.onion',
  '.lan',
  '.intranet',
  '.localdomain',
  '.private',
  '.corp',
  '.home',
];
// Letters, digits and inner hyphens (also underscores, which exist in practice), as resolvers and certificates accept
// them.
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_NAME = 253;

/**
 * Checks a URL before anything is resolved: https on port 443 to a public name; in a sandbox also http on exactly
 * `127.0.0.1` or `localhost` at the allowed ports.
 * @throws OutboundError `url` or `address_policy`
 */
export function judgeUrl(text: string, sandboxPorts: readonly PortRange[]): JudgedUrl {
  if (text.length > 2_048) throw new OutboundError('url', 'The URL is longer than 2048 characters.');
  const match = /^(https?):\/\/([^/?#]*)(?:[/?#]|$)/.exec(text);
  if (!match) throw new OutboundError('url', 'The URL must start with https:// in lower case.');
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    throw new OutboundError('url', 'The URL contains characters that are not allowed.');
  const [, scheme, authority = ''] = match;
  if (/[@%]/.test(authority))
    throw new OutboundError('url', 'The URL must not contain a user name or an encoded host.');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new OutboundError('url', 'The URL is not valid.');
  }
  const [host = '', portText] = splitAuthority(authority);
  const port = portText === undefined ? (scheme === 'https' ? 443 : 80) : Number(portText);
  if (host.toLowerCase() !== url.hostname || url.username !== '' || url.password !== '')
    throw new OutboundError('url', 'The host is not written in its plain form.');
  if (host === '127.0.0.1' || host === 'localhost') {
    if (scheme === 'http' && sandboxPorts.some((range) => port >= range.from && port <= range.to))
      return { url, loopback: true };
    throw new OutboundError('address_policy', 'This URL is not allowed.');
  }
  if (scheme !== 'https') throw new OutboundError('url', 'The URL must use https.');
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, '')) || /^[\d.]+$/.test(host) || /^0x/i.test(host))
    throw new OutboundError('address_policy', 'Use a host name instead of an IP address.');
  if (!host.includes('.') || host.endsWith('.') || INTERNAL_SUFFIXES.some((suffix) => url.hostname.endsWith(suffix)))
    throw new OutboundError('address_policy', 'This URL is not allowed.');
  if (url.hostname.length > MAX_NAME || !url.hostname.split('.').every((label) => LABEL.test(label)))
    throw new OutboundError('url', 'The host name cannot be resolved.');
  if (port !== 443) throw new OutboundError('address_policy', 'Only port 443 is allowed.');
  return { url, loopback: false };
}

function splitAuthority(authority: string): [string, string | undefined] {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(authority);
  if (!match) throw new OutboundError('url', 'The host and port are not valid.');
  return [match[1]!, match[2]];
}
