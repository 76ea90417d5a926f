import type { KeyScope } from './key-view.js';
import type { Ring } from './rings.repository.js';

/** Whose key an event is about. `drive_id` is null for the fleet, `tenant_id` for all but a tenant. */
export interface RingFacts {
  scope: KeyScope;
  drive_id: string | null;
  tenant_id: string | null;
}

export function factsOf({ scope, driveId, tenantId }: Ring): RingFacts {
  return { scope, drive_id: driveId, tenant_id: tenantId };
}

/** Under what the audit log files a change of these keys: the Drive, or the fleet. */
export function subjectOf(ring: Ring): { subjectType: string; subjectId: string } {
  return ring.driveId === null
    ? { subjectType: 'fleet', subjectId: ring.ownerId }
    : { subjectType: 'drive', subjectId: ring.driveId };
}

export function tenantOf({ tenantId }: Ring): { tenant_id?: string } {
  return tenantId === null ? {} : { tenant_id: tenantId };
}
