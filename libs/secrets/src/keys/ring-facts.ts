import type { AuditSubject } from '@portal/platform/audit';
import type { KeyScope } from './key-view.js';
import type { Ring } from './rings.repository.js';

/** Key owner in an event. `drive_id` is null for the fleet, `tenant_id` for all but a tenant's key. */
export interface RingFacts {
  scope: KeyScope;
  drive_id: string | null;
  tenant_id: string | null;
}

export function factsOf({ scope, driveId, tenantId }: Ring): RingFacts {
  return { scope, drive_id: driveId, tenant_id: tenantId };
}

/** Subject of the audit log entry: the Drive, or the fleet. */
export function subjectOf(ring: Ring): AuditSubject {
  return ring.driveId === null ? ['fleet', ring.ownerId] : ['drive', ring.driveId];
}

export function tenantOf({ tenantId }: Ring): { tenant_id?: string } {
  return tenantId === null ? {} : { tenant_id: tenantId };
}
