import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { MemberRole } from '@portal/platform/access';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import type { InvitationPreviewView, InvitationView } from './members.view.js';
import { OrganizationMemberEntity } from './organization.entity.js';

type InvitationRow = RowOf<InvitationView, 'created_at' | 'expires_at'>;

const COLUMNS = 'id, email, member_role, created_at, expires_at';
const OPEN = 'accepted_at is null and revoked_at is null';
const ALIVE = `${OPEN} and expires_at > clock_timestamp()`;

/** Lifetime of invitations, in wall time like that of every mailed link. */
@Injectable()
export class InvitationsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** Serialises changes of the organisation's members. */
  async lockOrganization(tx: Tx, orgId: string): Promise<{ name: string } | undefined> {
    const [row] = await tx.query<{ name: string }>('select name from authors.organizations where id = $1 for update', [
      orgId,
    ]);
    return row;
  }

  async countSince(tx: Tx, orgId: string, hours: number): Promise<number> {
    const [row] = await tx.query<{ n: number }>(
      `select count(*)::int as n from authors.invitations where org_id = $1 and created_at > clock_timestamp() - $2 * interval '1 hour'`,
      [orgId, hours],
    );
    return row?.n ?? 0;
  }

  /** Replaces an open invitation to the same address. */
  async add(
    tx: Tx,
    invitation: {
      orgId: string;
      email: string;
      memberRole: MemberRole;
      tokenHash: string;
      invitedBy: string;
      days: number;
    },
  ): Promise<InvitationRow> {
    const { orgId, email, memberRole, tokenHash, invitedBy, days } = invitation;
    await tx.query(
      `update authors.invitations set revoked_at = clock_timestamp() where org_id = $1 and platform.folded(email) = platform.folded($2) and ${OPEN}`,
      [orgId, email],
    );
    const [row] = await tx.query<InvitationRow>(
      `insert into authors.invitations (id, org_id, email, member_role, token_hash, invited_by, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, now.at, now.at + $7 * interval '1 day' from (select clock_timestamp() as at) now returning ${COLUMNS}`,
      [this.ids.next(), orgId, email, memberRole, tokenHash, invitedBy, days],
    );
    return row!;
  }

  /** Locks an invitation that can be accepted. */
  async lockByToken(tx: Tx, tokenHash: string): Promise<(InvitationRow & { org_id: string }) | undefined> {
    const [row] = await tx.query<InvitationRow & { org_id: string }>(
      `select ${COLUMNS}, org_id from authors.invitations where token_hash = $1 and ${ALIVE} for update`,
      [tokenHash],
    );
    return row;
  }

  async preview(tokenHash: string): Promise<RowOf<InvitationPreviewView, 'expires_at'> | undefined> {
    const [row] = await this.database.query<RowOf<InvitationPreviewView, 'expires_at'>>(
      `select o.name as organization, i.email, i.member_role, i.expires_at
       from authors.invitations i join authors.organizations o on o.id = i.org_id where i.token_hash = $1 and ${ALIVE}`,
      [tokenHash],
    );
    return row;
  }

  async accept(tx: Tx, id: string, userId: string): Promise<void> {
    await tx.query('update authors.invitations set accepted_at = clock_timestamp(), accepted_by = $2 where id = $1', [
      id,
      userId,
    ]);
  }

  /** Undefined when the organisation has no such open invitation. */
  async revoke(tx: Tx, orgId: string, id: string): Promise<InvitationRow | undefined> {
    const [row] = await tx.query<InvitationRow>(
      `update authors.invitations set revoked_at = clock_timestamp() where org_id = $1 and id = $2 and ${OPEN} returning ${COLUMNS}`,
      [orgId, id],
    );
    return row;
  }

  async open(orgId: string): Promise<InvitationView[]> {
    const rows = await this.database.query<InvitationRow>(
      `select ${COLUMNS} from authors.invitations where org_id = $1 and ${ALIVE} order by created_at desc, id desc limit 200`,
      [orgId],
    );
    return rows.map(isoDates);
  }

  async join(tx: Tx, orgId: string, userId: string): Promise<void> {
    await tx.manager.insert(OrganizationMemberEntity, { orgId, userId });
  }

  async leave(tx: Tx, orgId: string, userId: string): Promise<void> {
    await tx.query(
      `update authors.organization_members set left_at = platform.portal_now() where org_id = $1 and user_id = $2 and left_at is null`,
      [orgId, userId],
    );
  }
}
