import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { RoleGrant, TokenScope } from '@portal/platform/access';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import type { TokenAccess, TokenOwner } from './domain/api-token.js';
import type { ApiTokenView, HostTokenView } from './api-tokens.view.js';
import { GRANTS_OF_U, SECOND_FACTOR_OF_U, type PresentedRow } from '../sessions/sessions.repository.js';
import { toStored, type StoredGrant } from '../people/stored-grant.js';

interface TokenRow extends PresentedRow {
  token_id: string;
  token_name: string;
  token_roles: StoredGrant[];
  owner: TokenOwner['kind'];
  access: TokenAccess;
  scopes: TokenScope[] | null;
  last_used_at: Date | null;
}

export interface MadeToken {
  readonly id: string;
  readonly name: string;
  readonly owner: TokenOwner['kind'];
}

type Dates = 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at';
const LISTED =
  't.id, t.name, t.prefix, t.roles, t.access, u.name as made_by, t.created_at, t.expires_at, t.last_used_at, t.revoked_at';

/** A token of the host that writes is approved by a second admin first. */
const USABLE = `(t.owner <> 'host' or t.access = 'read' or t.approval_id is not null)`;

/** SQL condition on table `t` for the tokens of an owner, whose only parameter is `$n`. */
function ofOwner(owner: TokenOwner, n: number): { sql: string; param: string } {
  switch (owner.kind) {
    case 'person':
      return { sql: `t.owner = 'person' and t.user_id = $${n}::uuid`, param: owner.userId };
    case 'organization':
      return { sql: `t.owner = 'organization' and t.org_id = $${n}::uuid`, param: owner.orgId };
    case 'host':
      return { sql: `t.owner = $${n}::text`, param: 'host' };
  }
}

@Injectable()
export class ApiTokensRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  async add(
    tx: Tx,
    token: {
      madeBy: string;
      owner: TokenOwner;
      name: string;
      tokenHash: string;
      prefix: string;
      roles: RoleGrant[];
      access: TokenAccess;
      /** Of the host. */
      scopes?: readonly TokenScope[];
      days: number;
    },
  ): Promise<Omit<ApiTokenView, 'made_by'>> {
    const { owner } = token;
    const [row] = await tx.query<RowOf<Omit<ApiTokenView, 'made_by'>, Dates>>(
      `insert into identity.api_tokens (id, user_id, name, token_hash, prefix, roles, owner, org_id, access, scopes, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $11, now.at, now.at + $10 * interval '1 day' from (select clock_timestamp() as at) now
       returning id, name, prefix, roles, access, created_at, expires_at, last_used_at, revoked_at`,
      [
        this.ids.next(),
        token.madeBy,
        token.name,
        token.tokenHash,
        token.prefix,
        JSON.stringify(token.roles.map(toStored)),
        owner.kind,
        owner.kind === 'organization' ? owner.orgId : null,
        token.access,
        token.days,
        token.scopes ?? null,
      ],
    );
    return isoDates(row!);
  }

  /** The tokens of one owner, newest first. */
  async list(owner: TokenOwner): Promise<ApiTokenView[]> {
    const { sql, param } = ofOwner(owner, 1);
    const rows = await this.database.query<RowOf<ApiTokenView, Dates>>(
      `select ${LISTED} from identity.api_tokens t join identity.users u on u.id = t.user_id
       where ${sql} order by t.created_at desc, t.id desc limit 200`,
      [param],
    );
    return rows.map(isoDates);
  }

  /** Tokens of the host, newest first, with their access. */
  async listOfHost(): Promise<HostTokenView[]> {
    const rows = await this.database.query<RowOf<HostTokenView, Dates>>(
      `select ${LISTED}, t.scopes, not ${USABLE} as awaits_approval, a.decided_by_name as approved_by
       from identity.api_tokens t join identity.users u on u.id = t.user_id left join approvals.approvals a on a.id = t.approval_id
       where t.owner = 'host' order by t.created_at desc, t.id desc limit 200`,
    );
    return rows.map(isoDates);
  }

  /** The approval of a second admin, of a token that can still be used. */
  approve(tx: Tx, id: string, approvalId: string): Promise<boolean> {
    return tx.matched(
      'update identity.api_tokens set approval_id = $2 where id = $1 and revoked_at is null and expires_at > clock_timestamp() returning 1',
      [id, approvalId],
    );
  }

  revoke(tx: Tx, id: string, owner: TokenOwner): Promise<boolean> {
    const { sql, param } = ofOwner(owner, 2);
    return tx.matched(
      `update identity.api_tokens t set revoked_at = clock_timestamp() where t.id = $1 and ${sql} and t.revoked_at is null returning t.id`,
      [id, param],
    );
  }

  /** Revokes the token with this hash; returns its id, name and the email address of its creator. */
  async revokeByHash(tx: Tx, tokenHash: string): Promise<{ id: string; name: string; email: string } | undefined> {
    const [row] = await tx.query<{ id: string; name: string; email: string }>(
      `update identity.api_tokens t set revoked_at = clock_timestamp() from identity.users u
       where t.token_hash = $1 and t.revoked_at is null and u.id = t.user_id returning t.id, t.name, u.email`,
      [tokenHash],
    );
    return row;
  }

  /**
   * Revokes the tokens that a person created for themselves, with `shared` also those for organisations and host
   * services. Returns the revoked ones, and those of the person's tokens that still work.
   */
  async endMadeBy(tx: Tx, userId: string, shared: boolean): Promise<{ ended: MadeToken[]; kept: MadeToken[] }> {
    const rows = await tx.bypassRowSecurity(() =>
      tx.query<MadeToken & { ends: boolean }>(
        `with made as materialized (
           select id, name, owner, owner = 'person' or $2 as ends from identity.api_tokens
           where user_id = $1 and revoked_at is null and expires_at > clock_timestamp() for update),
         ended as (update identity.api_tokens t set revoked_at = clock_timestamp() from made m where t.id = m.id and m.ends)
         select id, name, owner, ends from made order by id`,
        [userId, shared],
      ),
    );
    const which = (ends: boolean): MadeToken[] =>
      rows.filter((row) => row.ends === ends).map(({ id, name, owner }) => ({ id, name, owner }));
    return { ended: which(true), kept: which(false) };
  }

  /** Tokens of organisations and services keep working when their creator is gone. None works before it is approved. */
  async usableByHash(tokenHash: string): Promise<TokenRow | undefined> {
    const [row] = await this.database.prepared<TokenRow>(
      'token_by_hash',
      `select t.id as token_id, t.name as token_name, t.roles as token_roles, t.owner, t.access, t.scopes, t.last_used_at, clock_timestamp() as now,
         u.id as user_id, u.email, u.name, ${SECOND_FACTOR_OF_U}, ${GRANTS_OF_U} as roles
       from identity.api_tokens t join identity.users u on u.id = t.user_id
       where t.token_hash = $1 and t.revoked_at is null and t.expires_at > clock_timestamp()
         and ${USABLE} and (t.owner <> 'person' or u.disabled_at is null)`,
      [tokenHash],
    );
    return row;
  }

  async markUsed(id: string): Promise<void> {
    await this.database.query('update identity.api_tokens set last_used_at = clock_timestamp() where id = $1', [id]);
  }
}
