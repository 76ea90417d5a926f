import { scopeIds, type Actor } from '@portal/platform/access';

/**
 * Whether the caller may act for the tenant.
 * @param operatorEmail the operator whose consent the host says it has: it acts for every tenant; absent: the caller's own word.
 */
export function mayOperate(actor: Actor, tenantId: string, operatorEmail?: string): boolean {
  return operatorEmail !== undefined || scopeIds(actor, 'operator').includes(tenantId);
}

/** What the audit trail keeps of it. */
export function onBehalf(operatorEmail: string | undefined): { operator_email?: string } {
  return operatorEmail === undefined ? {} : { operator_email: operatorEmail };
}
