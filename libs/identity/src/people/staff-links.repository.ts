import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import type { InvitedRole } from './domain/roles.js';
import { GrantsRepository } from './grants.repository.js';

/** A one-time link by the hash of its token: of the installation, or of an invitation of staff. */
export interface StaffLink {
  readonly of: 'admin_links' | 'staff_invitations';
  readonly hash: string;
}

export interface StaffInvitation {
  readonly email: string;
  readonly roles: readonly InvitedRole[];
}

const OPEN = 'l.token_hash = $1 and l.used_at is null and l.expires_at > clock_timestamp()';

/** Links with which a person gets an account that has staff roles from the start. */
@Injectable()
export class StaffLinksRepository {
  constructor(
    private readonly database: Database,
    private readonly grants: GrantsRepository,
  ) {}

  /** Undefined when the link is not open. Its address is null when whoever opens it enters one. */
  async find({ of, hash }: StaffLink): Promise<{ email: string | null } | undefined> {
    const [row] = await this.database.query<{ email: string | null }>(
      `select to_jsonb(l)->>'email' as email from identity.${of} l where ${OPEN}`,
      [hash],
    );
    return row;
  }

  /** Uses the link up for an account, which gets its roles. None when it is not open any more. */
  async use(tx: Tx, { of, hash }: StaffLink, userId: string) {
    const [used] = await tx.query<{ roles: InvitedRole[] | null; approval: string | null }>(
      `update identity.${of} l set used_at = clock_timestamp(), used_by = $2 where ${OPEN}
       returning to_jsonb(l)->'roles' as roles, to_jsonb(l)->>'approval_id' as approval`,
      [hash, userId],
    );
    const roles = used ? (used.roles ?? ['admin']) : [];
    const approval = used?.approval ?? null;
    for (const role of roles) await this.grants.add(tx, userId, { role, scopeId: null }, null, approval);
    return { roles, approval };
  }

  /** Adds the link of an approved invitation, for seven days; it takes the place of an open one of the address. */
  async invite(tx: Tx, { email, roles }: StaffInvitation, link: { hash: string; approvalId: string }): Promise<void> {
    await tx.query(
      'delete from identity.staff_invitations where platform.folded(email) = platform.folded($1) and used_at is null',
      [email],
    );
    await tx.query(
      'insert into identity.staff_invitations (token_hash, approval_id, email, roles) values ($1, $2, $3, $4)',
      [link.hash, link.approvalId, email, roles],
    );
  }
}
