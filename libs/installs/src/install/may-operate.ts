import { scopeIds, type Actor } from '@portal/platform/access';

/**
 * Whether the caller may act for the tenant.
 * @param operatorEmail the operator whose consent the host says it has: it acts for every tenant; absent: the caller's
 * own consent.
 */
export function mayOperate(actor: Actor, tenantId: string, operatorEmail?: string): boolean {
  return operatorEmail !== undefined || scopeIds(actor, 'operator').includes(tenantId);
}

/** The part that the audit trail keeps. */
export function onBehalf(operatorEmail: string | undefined): { operator_email?: string } {
  return operatorEmail === undefined ? {} : { operator_email: operatorEmail };
}
