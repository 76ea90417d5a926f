import { defineStates } from '@portal/kernel';

export const accountStates = defineStates({
  pending_agreement: ['active', 'terminated'],
  active: ['suspended', 'terminated'],
  suspended: ['active', 'terminated'],
  terminated: [],
});
export type AccountState = (typeof accountStates.states)[number];

/** What prevents an organisation from submitting Drives or creating secrets. Installs and payouts are not affected. */
export interface AccountStatus {
  readonly state: AccountState;
  readonly agreementInForce: boolean;
  /** The current version of the agreement is signed. */
  readonly currentSigned: boolean;
  /** Deadline for signing a new version; null when there is none. */
  readonly signUntil: Date | null;
  /** The end of the account is announced. */
  readonly leaving: boolean;
}

/**
 * The status of an account: its state, with what counts besides it. `none`: before the first approval. `no_agreement`:
 * nothing to sign is published yet.
 */
export type AuthorCondition = AccountState | 'none' | 'no_agreement' | 'agreement_overdue' | 'leaving';

export function conditionOf(status: AccountStatus | undefined, now: Date): AuthorCondition {
  if (status?.state === 'pending_agreement' && !status.agreementInForce) return 'no_agreement';
  if (status?.state !== 'active') return status?.state ?? 'none';
  if (status.leaving) return 'leaving';
  return agreementIsOverdue(status, now) ? 'agreement_overdue' : 'active';
}

/** The deadline is exclusive: at that instant the agreement must be signed. */
function agreementIsOverdue(status: AccountStatus, now: Date): boolean {
  return !status.currentSigned && status.signUntil !== null && now.getTime() >= status.signUntil.getTime();
}
