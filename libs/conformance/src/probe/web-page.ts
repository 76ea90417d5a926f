import type { TransportFailure, TransportResponse } from './transport.js';

/** A web page returned instead of a Drive's JSON, and who serves it. */
export interface WebPage {
  readonly kind: 'tunnel' | 'challenge' | 'login' | 'fallback' | 'page';
  readonly cause: string;
  readonly fix: string;
}

interface Sign extends WebPage {
  /** Headers that identify a service: name and content. */
  readonly header?: readonly [name: string, value: RegExp];
  readonly text?: RegExp;
}

const LOOKED_AT = 16 * 1024;
const HTML = /^\s*(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i;
const LOGIN_ADDRESS = /\/(?:log-?in|sign-?in|sso|oauth2?|saml|auth|authorize|session\/new)(?:[/?#.]|$)/i;
const LOGIN_FIX = 'Take the seven paths out of the login; the signature protects them.';
const TUNNEL_FIX = 'Use a tunnel without a page of its own, or a host with an address that stays.';

/** The most specific ones first. */
const SIGNS: readonly Sign[] = [
  {
    kind: 'tunnel',
    header: ['ngrok-error-code', /^ERR_NGROK_6024$/i],
    text: /ERR_NGROK_6024|you are about to visit[^]{0,400}ngrok/i,
    cause: 'The warning page of ngrok answers, not your Drive.',
    fix: TUNNEL_FIX,
  },
  {
    kind: 'tunnel',
    header: ['ngrok-error-code', /./],
    text: /ERR_NGROK_\d+/,
    cause: 'An error page of ngrok answers: the tunnel has ended, or nothing listens behind it.',
    fix: 'Start the tunnel and the Drive behind it, and submit the address it has now.',
  },
  {
    kind: 'tunnel',
    text: /loca\.lt|localtunnel|bypass-tunnel-reminder|tunnel password/i,
    cause: 'The reminder page of localtunnel answers, not your Drive.',
    fix: TUNNEL_FIX,
  },
  {
    kind: 'tunnel',
    text: /cloudflare tunnel error|error\s*(?:code:?\s*)?1033|argo tunnel error/i,
    cause: 'An error page of Cloudflare Tunnel answers: the tunnel has ended, or nothing listens behind it.',
    fix: 'Start cloudflared and the Drive behind it, and submit the address it has now.',
  },
  {
    kind: 'challenge',
    header: ['cf-mitigated', /challenge/i],
    text: /<title>\s*(?:just a moment|attention required! \| cloudflare)|\/cdn-cgi\/challenge-platform\/|cf-chl-/i,
    cause: 'Cloudflare’s check for browsers answers: the host is no browser and cannot pass it.',
    fix: 'Let the seven paths pass without a challenge: a skip rule of the firewall, by path.',
  },
  {
    kind: 'login',
    header: ['location', /cloudflareaccess\.com\//i],
    text: /cloudflareaccess\.com/i,
    cause: 'The login of Cloudflare Access answers: the address is for signed-in people only.',
    fix: 'Give the seven paths an access policy that bypasses the login; the signature protects them.',
  },
  {
    kind: 'login',
    text: /<input\b[^>]{0,300}\btype\s*=\s*["']?password\b|<title>[^<]{0,80}\b(?:log|sign)[ -]?in\b/i,
    cause: 'A login page answers: a session middleware or proxy answers before your Drive.',
    fix: LOGIN_FIX,
  },
  {
    kind: 'fallback',
    text: /<(?:div|main)\b[^>]{0,200}\bid\s*=\s*["']?(?:root|app|__next|__nuxt|svelte)\b|<app-root\b/i,
    cause: 'A single-page app’s fallback answers: no route of the server takes this path, so the app’s page is served.',
    fix: 'Route the seven paths to the server before the fallback.',
  },
];

const PAGE: WebPage = {
  kind: 'page',
  cause: 'A web page answers here, not JSON: a proxy, a static site or another service.',
  fix: 'Route this path to your Drive.',
};

/**
 * Who returned a web page; null for everything else. An error status with an unknown page does not count: many
 * frameworks return 404 and 500 as HTML, and the status says more.
 */
export function webPageOf(answer: TransportResponse | TransportFailure): WebPage | null {
  if ('failure' in answer) return null;
  const { status, headers, body } = answer;
  const text = new TextDecoder().decode(body.subarray(0, LOOKED_AT));
  const html = HTML.test(text) || /\bx?html\b/i.test(headers['content-type'] ?? '');
  for (const { header, text: pattern, kind, cause, fix } of SIGNS) {
    if ((header && header[1].test(headers[header[0]] ?? '')) || (html && pattern?.test(text)))
      return { kind, cause, fix };
  }
  if (status >= 300 && status < 400 && LOGIN_ADDRESS.test(headers.location ?? ''))
    return { kind: 'login', cause: 'A redirect to a login answers.', fix: LOGIN_FIX };
  return html && status >= 200 && status < 300 ? PAGE : null;
}
