import type { Secret } from '@portal/kernel';
import { KNOWN_DEVICE_MS } from '../credentials/known-places.js';
import { SESSION_ABSOLUTE_MS } from './domain/session-life.js';

/** Carries a login at a provider that waits to be linked (`LinkLogin`). */
export const LINK_COOKIE = 'portal_login';

/** Over https the `__Host-` prefix makes browsers require Secure and Path=/ and forbid Domain. */
function cookieName(publicUrl: string, base: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${base}` : base;
}

/** The session token in a Cookie header, or null. */
export function sessionTokenOf(header: string | undefined, publicUrl: string): string | null {
  return cookieOf('portal_session', header, publicUrl);
}

/** The value in a Cookie header that identifies people who signed in from this browser, or null. */
export function deviceOf(header: string | undefined, publicUrl: string): string | null {
  return cookieOf('portal_device', header, publicUrl);
}

/** One of our cookies in a Cookie header, or null. */
export function cookieOf(base: string, header: string | undefined, publicUrl: string): string | null {
  const name = cookieName(publicUrl, base);
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

/** The Set-Cookie value that sets the session token, or deletes it when null. */
export function sessionCookie(token: string | null, publicUrl: string): string {
  return hiddenCookie('portal_session', token ?? '', token === null ? 0 : SESSION_ABSOLUTE_MS / 1_000, publicUrl);
}

/** The Set-Cookie value that identifies a browser. It outlives sessions and sign-out. */
export function deviceCookie(device: string, publicUrl: string): string {
  return hiddenCookie('portal_device', device, KNOWN_DEVICE_MS / 1_000, publicUrl);
}

/** The Set-Cookie values after a sign-in. */
export function signedInCookies(opened: { session: Secret; device: string }, publicUrl: string): string[] {
  return [sessionCookie(opened.session.reveal(), publicUrl), deviceCookie(opened.device, publicUrl)];
}

/** A Set-Cookie value that scripts cannot read and other sites cannot send, for `seconds`. */
export function hiddenCookie(base: string, value: string, seconds: number, publicUrl: string): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${seconds}`];
  if (publicUrl.startsWith('https:')) attributes.push('Secure');
  return `${cookieName(publicUrl, base)}=${value}; ${attributes.join('; ')}`;
}
