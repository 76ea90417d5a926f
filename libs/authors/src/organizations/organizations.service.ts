import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { Identity } from '@portal/identity';
import { requireSession, scopeIds, type Actor } from '@portal/platform/access';
import { bypassRowSecurity, Database, NOBODY_SCOPE, Transactor, withScope } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import type { OwnOrganizationView } from './members.view.js';
import { OrganizationObjects } from './organization-objects.js';

type Organization = Omit<OwnOrganizationView, 'current'>;

/** All organisations of a person, including those that the session does not act for. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly database: Database,
    private readonly objects: OrganizationObjects,
    private readonly transactor: Transactor,
    private readonly identity: Identity,
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
   * Switches the session to this organisation from the next request on; the person's next session starts with it.
   * @throws AppError `organization_not_found` (404) when the person is not a member, `session_required` (403).
   */
  async choose(actor: Actor, orgId: string): Promise<void> {
    const userId = requireSession(actor);
    await this.transactor.run(async (tx) => {
      // The session now acts for another organisation and can only access its rows.
      const member = await tx.bypassRowSecurity(() => this.identity.memberRole(tx, userId, orgId));
      if (!member) throw new AppError(authorsErrors.organization_not_found);
      await this.identity.actFor(tx, actor, orgId);
    });
  }

  /**
   * The session can only access the organisation it acts for, but the person is a member of all of these. An API token
   * belongs to one organisation and learns of no other.
   */
  private rows(actor: Actor): Promise<Organization[]> {
    return bypassRowSecurity(() =>
      this.database.query<Organization>(
        `select o.id, o.name, g.member_role from identity.role_grants g join authors.organizations o on o.id = g.scope_id
         where g.user_id = $1 and g.role = 'author' and ($2::uuid[] is null or o.id = any($2)) order by g.created_at, o.id`,
        [actor.userId, actor.kind === 'token' ? scopeIds(actor, 'author') : null],
      ),
    );
  }
}
