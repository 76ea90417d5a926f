import { Injectable } from '@nestjs/common';
import type { CapableThing, FoundThing } from '@portal/approvals';
import type { Tx } from '@portal/platform/database';
import { conditionOf, type AuthorCondition } from '../../offboarding/domain/account-state.js';
import { AUTHOR_CAPABILITIES } from '../domain/author-capabilities.js';
import { OrganizationEntity } from '../organization.entity.js';
import { OrganizationsRepository } from '../organizations.repository.js';

/** A developer account, for the staff page of its capabilities. */
@Injectable()
export class CapableAuthor implements CapableThing<AuthorCondition> {
  readonly table = AUTHOR_CAPABILITIES;
  readonly roles = ['admin', 'reviewer'] as const;

  constructor(private readonly organizations: OrganizationsRepository) {}

  async find(tx: Tx, id: string): Promise<FoundThing<AuthorCondition> | undefined> {
    const org = await tx.manager.findOneBy(OrganizationEntity, { id });
    const state = conditionOf(await this.organizations.status(tx, id), tx.now);
    return org ? { state, name: org.name || 'Unnamed', organizations: [id] } : undefined;
  }
}
