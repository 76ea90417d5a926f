import { parseUrl } from '@portal/contract';
import type { TransportFailure, TransportResponse } from './transport.js';

type Answer = Pick<TransportResponse, 'status' | 'headers'>;

/** What a page says to being shown inside the host. */
type Framing =
  /** The header that forbids it, as `name: value`; null: none does. */
  { readonly forbiddenBy: string | null } | Pick<TransportFailure, 'failure'>;

/** A browser follows more; a page needs one or two, such as a slash at the end. */
const MAX_REDIRECTS = 3;

/**
 * Asks a page, redirects included, whether a frame of the host may show it. The host's own policy allows one origin in
 * the frame, so a redirect to another one is forbidden too.
 * @param get sends a GET with the guards of the caller.
 * @param host origin of the portal; undefined: not known, then only what forbids every host counts.
 */
export async function framingOf<F extends Pick<TransportFailure, 'failure'>>(
  get: (url: string) => Promise<Answer | F>,
  page: string,
  host: string | undefined,
): Promise<Framing> {
  const { origin } = new URL(page);
  let url = page;
  for (let redirects = 0; ; redirects++) {
    const answer = await get(url);
    if ('failure' in answer) return { failure: answer.failure };
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined)
      return { forbiddenBy: forbidding(answer.headers, origin, host) };
    const next = parseUrl(location, url);
    if (next?.origin !== origin) return { forbiddenBy: `location: ${location}` };
    if (redirects === MAX_REDIRECTS) return { failure: 'redirects' };
    url = next.href;
  }
}

/** The header by which a browser refuses the frame: every policy with frame-ancestors has a say, else X-Frame-Options. */
function forbidding(headers: Answer['headers'], origin: string, host: string | undefined): string | null {
  const policies = (headers['content-security-policy'] ?? '').split(',').flatMap((policy) => {
    const directives = policy.split(';').map((one) => one.trim().toLowerCase().split(/\s+/));
    const sources = directives.find(([name]) => name === 'frame-ancestors')?.slice(1);
    return sources ? [sources] : [];
  });
  const refusing = policies.find((sources) => !sources.some((source) => admits(source, origin, host)));
  if (refusing) return `content-security-policy: frame-ancestors ${refusing.join(' ')}`.trimEnd();
  const options = new Set(
    (headers['x-frame-options'] ?? '')
      .toLowerCase()
      .split(/\s*,\s*/)
      .map((one) => one.trim()),
  );
  const forbids = ['deny', 'sameorigin'].some((word) => options.has(word)) && policies.length === 0;
  return forbids ? `x-frame-options: ${[...options].join(', ').toUpperCase()}` : null;
}

/** Whether a source of frame-ancestors, in lower case, matches the portal (CSP level 3, "match a URL to a source"). */
function admits(source: string, origin: string, host: string | undefined): boolean {
  if (source === "'none'") return false;
  if (host === undefined) return source !== "'self'";
  const portal = new URL(host);
  if (source === "'self'") return origin === host;
  if (source === '*') return true;
  const [, scheme, wildcard, name = '', port] =
    /^(?:([a-z][a-z0-9+.-]*):(?:\/\/|$))?(\*\.)?([^/:*]*|\*)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? [];
  const wants = scheme === undefined ? new URL(origin).protocol : `${scheme}:`;
  // http matches https as well.
  if (wants !== portal.protocol && !(wants === 'http:' && portal.protocol === 'https:')) return false;
  if (name === '') return source === wants;
  if (name !== '*' && !(wildcard ? portal.hostname.endsWith(`.${name}`) : portal.hostname === name)) return false;
  const usual = defaultPort(portal);
  const wanted = port === undefined || (port === '80' && usual === '443') ? usual : port;
  return port === '*' || wanted === (portal.port || usual);
}

const defaultPort = ({ protocol }: URL): string => (protocol === 'https:' ? '443' : '80');
