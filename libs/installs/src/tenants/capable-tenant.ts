import { Injectable } from '@nestjs/common';
import type { CapableThing, FoundThing } from '@portal/approvals';
import type { Tx } from '@portal/platform/database';
import { TenantEntity } from '../install/install.entity.js';
import { TENANT_CAPABILITIES, type TenantCondition } from './domain/tenant-capabilities.js';

/** A tenant, for the staff page of its capabilities. */
@Injectable()
export class CapableTenant implements CapableThing<TenantCondition> {
  readonly table = TENANT_CAPABILITIES;
  readonly roles = ['admin', 'finance'] as const;

  async find(tx: Tx, id: string): Promise<FoundThing<TenantCondition> | undefined> {
    const tenant = await tx.manager.findOneBy(TenantEntity, { id });
    return tenant
      ? { state: tenant.suspendedAt ? 'suspended' : 'good', name: tenant.name, organizations: [id] }
      : undefined;
  }
}
