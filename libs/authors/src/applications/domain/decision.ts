import { AppError } from '@portal/kernel';
import { authorsErrors } from '../../errors.js';
import type { ApplicationState } from './application-state.js';

/** Catalogue of reasons; codes are permanent. */
export const REASONS = {
  approve: ['meets_requirements'],
  request_changes: ['identity_unclear', 'product_unclear', 'security_contact', 'name_conflict', 'other'],
  reject: ['not_a_product', 'do_not_rules', 'identity_not_proved', 'country_not_payable', 'other'],
} as const;
export type Decision = keyof typeof REASONS;
export const DECISIONS = Object.keys(REASONS) as Decision[];
/** Length limits of the explanation for the applicant, in characters. */
export const REASON_MIN = 20;

const LEADS_TO: Record<Decision, ApplicationState> = {
  approve: 'approved',
  request_changes: 'changes_requested',
  reject: 'rejected',
};

export function stateAfter(decision: Decision): ApplicationState {
  return LEADS_TO[decision];
}

/** @throws AppError `reason_not_in_catalogue` (400) that lists the codes of the decision. */
export function assertReason(decision: Decision, reasonCode: string): void {
  const codes: readonly string[] = REASONS[decision];
  if (codes.includes(reasonCode)) return;
  throw new AppError(authorsErrors.reason_not_in_catalogue, {
    details: [
      {
        pointer: '/reason_code',
        code: 'not_in_catalogue',
        message: `For "${decision}" use one of: ${codes.join(', ')}.`,
      },
    ],
  });
}
