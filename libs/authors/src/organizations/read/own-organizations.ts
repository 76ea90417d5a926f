import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { scopeIds, type Actor, type MemberRole } from '@portal/platform/access';
import { bypassRowSecurity, Database, NOBODY_SCOPE, withScope } from '@portal/platform/database';
import { authorsErrors } from '../../errors.js';
import type { OwnOrganizationView } from '../members.view.js';
import { OrganizationObjects } from '../organization-objects.js';

interface OrganizationRow {
  id: string;
  name: string;
  member_role: MemberRole;
}

/** All organisations of a person, including those that the session does not act for. */
@Injectable()
export class OwnOrganizations {
  constructor(
    private readonly database: Database,
    private readonly objects: OrganizationObjects,
  ) {}

  /** In the order in which the person joined them. */
  async list(actor: Actor): Promise<Page<OwnOrganizationView>> {
    const rows = await this.rows(actor);
    return { items: rows.map((row) => ({ ...row, current: row.id === actor.actsFor })), next_cursor: null };
  }

  /**
   * Which other organisation of the person owns an object.
   * @throws AppError `organization_not_found` (404) when none of them does.
   */
  async holding(actor: Actor, objectId: string): Promise<OwnOrganizationView> {
    const others = (await this.rows(actor)).filter(({ id }) => id !== actor.actsFor);
    const owners = others.map(({ id }) => id);
    const orgId = await withScope({ ...NOBODY_SCOPE, kind: 'caller', personId: actor.userId, owners }, () =>
      this.objects.organizationOf(objectId, owners),
    );
    const found = others.find(({ id }) => id === orgId);
    if (!found) throw new AppError(authorsErrors.organization_not_found);
    return { ...found, current: false };
  }

  /**
   * The session can only access the organisation it acts for, but the person is a member of all of these. An API token
   * belongs to one organisation and learns of no other.
   */
  private rows(actor: Actor): Promise<OrganizationRow[]> {
    return bypassRowSecurity(() =>
      this.database.query<OrganizationRow>(
        `select o.id, o.name, g.member_role from identity.role_grants g join authors.organizations o on o.id = g.scope_id
         where g.user_id = $1 and g.role = 'author' and ($2::uuid[] is null or o.id = any($2)) order by g.created_at, o.id`,
        [actor.userId, actor.kind === 'token' ? scopeIds(actor, 'author') : null],
      ),
    );
  }
}
