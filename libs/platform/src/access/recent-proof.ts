import { AppError, commonErrors } from '@portal/kernel';
import type { Actor } from './actor.js';

/**
 * For what shows a secret or moves money. Routes that always do say `RequireStepUp`; this is for those where it depends
 * on what is asked for.
 * @throws AppError `step_up_required` (403) when the proof is too old, `session_required` (403) for an API token, which
 * has nobody behind it who could prove anything.
 */
export function assertRecentProof(actor: Actor): void {
  if (actor.kind !== 'user') throw new AppError(commonErrors.session_required);
  if (actor.recentlyAuthenticated !== true) throw new AppError(commonErrors.step_up_required);
}
