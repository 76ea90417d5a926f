import { scopeIds, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { isOperator } from './operators.repository.js';

/**
 * Whether the caller may act for the tenant.
 * @param operatorEmail the operator whose consent the host says it has; one of the tenant, and stays one until the
 * transaction ends; absent: the caller's own consent.
 * @throws AppError `operator_unknown` (422)
 */
export async function mayOperate(tx: Tx, actor: Actor, tenantId: string, operatorEmail?: string): Promise<boolean> {
  if (operatorEmail === undefined) return scopeIds(actor, 'operator').includes(tenantId);
  if (await isOperator(tx, tenantId, operatorEmail)) return true;
  const detail = { pointer: '/operator_email', code: 'unknown', message: 'Not an operator of this tenant.' };
  throw installsErrors.operator_unknown({ details: [detail] });
}

/** The part that the audit trail keeps. */
export function onBehalf(operatorEmail: string | undefined): { operator_email?: string } {
  return operatorEmail === undefined ? {} : { operator_email: operatorEmail };
}
