import { SESSION_ABSOLUTE_MS } from '../domain/session-life.js';

/** Over https the `__Host-` prefix makes browsers insist on Secure, Path=/ and no Domain. */
export function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-portal_session' : 'portal_session';
}

/** The session token in a Cookie header, or null. */
export function sessionTokenOf(header: string | undefined, publicUrl: string): string | null {
  const name = cookieName(publicUrl);
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

/** The Set-Cookie value that hands a token to the browser, or, with null, takes it back. */
export function sessionCookie(token: string | null, publicUrl: string): string {
  const attributes = [
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${token === null ? 0 : SESSION_ABSOLUTE_MS / 1_000}`,
  ];
  if (publicUrl.startsWith('https:')) attributes.push('Secure');
  return `${cookieName(publicUrl)}=${token ?? ''}; ${attributes.join('; ')}`;
}
