import { AppError } from '@portal/kernel';
import { claimText } from '@portal/listings';
import type { ComplianceGap } from './domain/tenant-compliance.js';
import { installsErrors } from '../errors.js';

/** The refusal of an install that the tenant may not run. @param claims those that it relies on and reviewers have not accepted */
export function complianceRefusal(gap: ComplianceGap, claims: readonly string[]): AppError {
  const unproven = gap === 'claims_unproven' ? claims : [];
  const details = unproven.map((claim) => ({
    pointer: '/drive',
    code: 'unproven',
    message: `Not accepted by reviewers: ${claimText(claim)}`,
  }));
  return new AppError(installsErrors[gap], { details });
}
