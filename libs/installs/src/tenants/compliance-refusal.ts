import { AppError, assertNever } from '@portal/kernel';
import type { ComplianceGap } from './domain/tenant-compliance.js';
import { installsErrors } from '../errors.js';

/** What somebody is told who wants to run what the tenant may not. */
export function complianceRefusal(gap: ComplianceGap): AppError {
  switch (gap) {
    case 'baa_required':
      return new AppError(installsErrors.baa_required);
    case 'residency_missing':
      return new AppError(installsErrors.residency_missing);
    case 'compliance_missing':
      return new AppError(installsErrors.compliance_missing);
    default:
      return assertNever(gap);
  }
}
