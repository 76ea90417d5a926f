import { Injectable } from '@nestjs/common';
import type { CapableThing, FoundThing } from '@portal/approvals';
import type { Tx } from '@portal/platform/database';
import { INSTALL_CAPABILITIES, type InstallCondition } from '../domain/install-capabilities.js';
import { InstallsRepository } from '../installs.repository.js';

/** An install, for the staff page of its capabilities. */
@Injectable()
export class CapableInstall implements CapableThing<InstallCondition> {
  readonly table = INSTALL_CAPABILITIES;
  readonly roles = ['admin', 'finance', 'reviewer'] as const;

  constructor(private readonly installs: InstallsRepository) {}

  async find(tx: Tx, id: string): Promise<FoundThing<InstallCondition> | undefined> {
    const install = await this.installs.find(tx, id);
    if (!install) return undefined;
    const { orgId, tenantId } = install;
    const organizations = orgId === null ? [tenantId] : [tenantId, orgId];
    return { state: await this.installs.condition(tx, install), name: `Install ${id}`, organizations };
  }
}
