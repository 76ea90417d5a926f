import { AppError, commonErrors } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';

/**
 * The person and session of a request.
 * @throws AppError `session_required` (403) for an API token.
 */
export function ownSession(actor: Actor): { userId: string; sessionId: string } {
  if (actor.kind !== 'user' || actor.userId === null || actor.sessionId === undefined)
    throw new AppError(commonErrors.session_required);
  return { userId: actor.userId, sessionId: actor.sessionId };
}
