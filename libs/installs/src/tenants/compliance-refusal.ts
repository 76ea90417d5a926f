import { AppError, assertNever } from '@portal/kernel';
import type { ComplianceGap } from './domain/tenant-compliance.js';
import { installsErrors } from '../errors.js';

/** The refusal of an install that the tenant may not run. @param claims those without evidence that it relies on */
export function complianceRefusal(gap: ComplianceGap, claims: readonly string[]): AppError {
  switch (gap) {
    case 'baa_required':
      return new AppError(installsErrors.baa_required);
    case 'residency_missing':
      return new AppError(installsErrors.residency_missing);
    case 'compliance_missing':
      return new AppError(installsErrors.compliance_missing);
    case 'claims_unproven':
      return new AppError(installsErrors.claims_unproven, {
        details: claims.map((claim) => ({
          pointer: '/drive',
          code: 'unproven',
          message: `No valid evidence: ${claim}`,
        })),
      });
    default:
      return assertNever(gap);
  }
}
