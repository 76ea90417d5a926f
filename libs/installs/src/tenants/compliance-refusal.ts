import { AppError } from '@portal/kernel';
import type { ComplianceGap } from './domain/tenant-compliance.js';
import { installsErrors } from '../errors.js';

/** The refusal of an install that the tenant may not run. @param claims those without evidence that it relies on */
export function complianceRefusal(gap: ComplianceGap, claims: readonly string[]): AppError {
  const unproven = gap === 'claims_unproven' ? claims : [];
  const details = unproven.map((claim) => ({
    pointer: '/drive',
    code: 'unproven',
    message: `No valid evidence: ${claim}`,
  }));
  return new AppError(installsErrors[gap], { details });
}
