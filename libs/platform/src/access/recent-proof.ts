import { AppError, commonErrors } from '@portal/kernel';
import type { Actor } from './actor.js';

/**
 * For operations that show a secret or move money only in some cases; routes that always do use `RequireStepUp`.
 * @throws AppError `step_up_required` (403) when the last confirmation is too old, `session_required` (403) for an API
 *   token, which cannot confirm an identity.
 */
export function assertRecentProof(actor: Actor): void {
  if (actor.kind !== 'user') throw new AppError(commonErrors.session_required);
  if (actor.recentlyAuthenticated !== true) throw new AppError(commonErrors.step_up_required);
}
