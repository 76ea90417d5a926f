import { AppError, commonErrors } from '@portal/kernel';
import type { Access } from './access.js';
import { hasRole, isStaffRole, type Actor } from './actor.js';

/** Setting of a route: `true` asks everybody, a reason exempts everybody, otherwise staff are asked for changes. */
export type StepUpRule = true | string | undefined;

interface Asking {
  readonly access: Access;
  readonly stepUp: StepUpRule;
  /** Whether the method is one that may change something. */
  readonly changes: boolean;
}

/** Whether a route asks some of those who may call it for a recent confirmation of identity. */
export function asksForProof({ access, stepUp, changes }: Asking): boolean {
  if (stepUp !== undefined) return stepUp === true;
  return changes && access.kind === 'roles' && access.roles.some(isStaffRole);
}

/**
 * Whether this caller is asked: without a setting of the route, everybody who uses a staff role. Tokens, which cannot
 * confirm an identity, are not: those of the host have been approved, and those of a person in staff roles only read
 * (`api_tokens_staff_reads`).
 */
export function needsRecentProof(actor: Actor, route: Asking): boolean {
  if (!asksForProof(route) || route.stepUp === true) return asksForProof(route);
  if (actor.kind === 'token' || route.access.kind !== 'roles') return false;
  return route.access.roles.some((role) => isStaffRole(role) && hasRole(actor, role));
}

/**
 * For operations that show a secret or move money only in some cases; routes that always do use `RequireStepUp`.
 * @throws AppError `step_up_required` (403) when the last confirmation is too old, `session_required` (403) for an API
 *   token, which cannot confirm an identity.
 */
export function assertRecentProof(actor: Actor): void {
  if (actor.kind !== 'user') throw new AppError(commonErrors.session_required);
  if (actor.recentlyAuthenticated !== true) throw new AppError(commonErrors.step_up_required);
}
