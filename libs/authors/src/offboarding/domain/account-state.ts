import { AppError, assertNever, defineStates } from '@portal/kernel';
import { authorsErrors } from '../../errors.js';

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
  /** The current version of the agreement is signed. */
  readonly currentSigned: boolean;
  /** Deadline for signing a new version; null when there is none. */
  readonly signUntil: Date | null;
  /** The end of the account is announced. */
  readonly leaving: boolean;
}

/** @throws AppError `agreement_required`, `account_suspended`, `account_offboarding` or `account_terminated` (403). */
export function assertMayWork(status: AccountStatus, now: Date): void {
  switch (status.state) {
    case 'pending_agreement':
      throw new AppError(authorsErrors.agreement_required);
    case 'suspended':
      throw new AppError(authorsErrors.account_suspended);
    case 'terminated':
      throw new AppError(authorsErrors.account_terminated);
    case 'active':
      if (status.leaving) throw new AppError(authorsErrors.account_offboarding);
      if (agreementIsOverdue(status, now)) throw new AppError(authorsErrors.agreement_required);
      return;
    default:
      assertNever(status.state);
  }
}

/** The deadline is exclusive: at that instant the agreement must be signed. */
function agreementIsOverdue(status: AccountStatus, now: Date): boolean {
  return !status.currentSigned && status.signUntil !== null && now.getTime() >= status.signUntil.getTime();
}
