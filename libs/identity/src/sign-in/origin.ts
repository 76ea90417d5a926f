import type { PortalRequest } from '@portal/platform/access';
import { callerAddress } from '@portal/platform/http';
import type { Origin } from '../sessions/sessions.service.js';
import { cookieOf, deviceOf, LINK_COOKIE, sessionTokenOf } from '../sessions/session-cookie.js';

/** Origin of a request, with its session token and known device. */
export function originOf(request: PortalRequest, publicUrl: string): Origin {
  return {
    ip: callerAddress(request.ip),
    userAgent: request.headers['user-agent'] ?? null,
    presented: sessionTokenOf(request.headers.cookie, publicUrl),
    device: deviceOf(request.headers.cookie, publicUrl),
    login: cookieOf(LINK_COOKIE, request.headers.cookie, publicUrl),
  };
}
