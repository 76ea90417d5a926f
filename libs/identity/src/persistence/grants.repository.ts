import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { RoleGrant, Tx } from '@portal/platform';

@Injectable()
export class GrantsRepository {
  constructor(private readonly ids: Ids) {}

  /** False when the role is already held. */
  async add(tx: Tx, userId: string, grant: RoleGrant, grantedBy: string | null): Promise<boolean> {
    const rows = await tx.query(
      `insert into identity.role_grants (id, user_id, role, scope_id, granted_by) values ($1, $2, $3, $4, $5)
       on conflict on constraint role_grants_once do nothing returning id`,
      [this.ids.next(), userId, grant.role, grant.scopeId, grantedBy],
    );
    return rows.length > 0;
  }

  /** False when the role was not held. */
  async remove(tx: Tx, userId: string, grant: RoleGrant): Promise<boolean> {
    const rows = await tx.query(
      'delete from identity.role_grants where user_id = $1 and role = $2 and scope_id is not distinct from $3 returning id',
      [userId, grant.role, grant.scopeId],
    );
    return rows.length > 0;
  }
}
