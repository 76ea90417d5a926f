import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { HostOperatorEntity } from './host-operator.entity.js';

export type HostOperatorRow = Omit<HostOperatorEntity, 'invitedAt' | 'expiresAt' | 'answeredAt'> & { expired: boolean };

const COLUMNS =
  'id, tenant_id as "tenantId", external_id as "externalId", email, state, user_id as "userId", expires_at <= (select platform.portal_now()) as expired';

/** Operators and invitations of the host. */
@Injectable()
export class HostOperatorsRepository {
  constructor(private readonly ids: Ids) {}

  /**
   * Its id; without an id of the host they are the same. Undefined when the id or the address is taken in the tenant.
   * Without a named index: of two at once with both the same, the second would be refused for the address although it is
   * a repeat.
   */
  async insert(
    tx: Tx,
    operator: Pick<HostOperatorRow, 'tenantId' | 'email'> & { externalId?: string },
  ): Promise<string | undefined> {
    const id = this.ids.next();
    return tx.value<string>(
      `insert into installs.host_operators (id, tenant_id, external_id, email) values ($1, $2, $3, $4)
       on conflict do nothing returning id`,
      [id, operator.tenantId, operator.externalId ?? id, operator.email],
    );
  }

  async lock(tx: Tx, tenantId: string, externalId: string): Promise<HostOperatorRow | undefined> {
    const [row] = await tx.query<HostOperatorRow>(
      `select ${COLUMNS} from installs.host_operators where tenant_id = $1 and external_id = $2 for update`,
      [tenantId, externalId],
    );
    return row;
  }

  async lockByAddress(tx: Tx, tenantId: string, email: string): Promise<HostOperatorRow | undefined> {
    const [row] = await tx.query<HostOperatorRow>(
      `select ${COLUMNS} from installs.host_operators where tenant_id = $1 and platform.folded(email) = platform.folded($2) for update`,
      [tenantId, email],
    );
    return row;
  }

  /** The unanswered invitation to that address. */
  async lockInvitation(tx: Tx, id: string, email: string): Promise<HostOperatorRow | undefined> {
    const [row] = await tx.query<HostOperatorRow>(
      `select ${COLUMNS} from installs.host_operators where id = $1 and platform.folded(email) = platform.folded($2) and state = 'invited' and expires_at > (select platform.portal_now()) for update`,
      [id, email],
    );
    return row;
  }

  /** A new operator, or another address for a known one. */
  async invite(tx: Tx, id: string, email: string): Promise<void> {
    const invitation = { email, state: 'invited', invitedAt: tx.now, answeredAt: null } as const;
    await tx.manager.update(HostOperatorEntity, { id }, invitation);
  }

  /** @param userId who confirms; null: the invitation is declined. */
  async answer(tx: Tx, id: string, userId: string | null): Promise<void> {
    const state = userId === null ? 'declined' : 'confirmed';
    await tx.manager.update(HostOperatorEntity, { id }, { state, userId, answeredAt: tx.now });
  }

  /** Addresses of the other operators of the tenant. */
  async addresses(tx: Tx, tenantId: string, except: string): Promise<string[]> {
    const rows = await tx.query<{ email: string }>(
      `select distinct u.email from identity.role_grants g join identity.users u on u.id = g.user_id
       where g.role = 'operator' and g.scope_id = $1 and g.user_id <> $2 and u.disabled_at is null order by 1`,
      [tenantId, except],
    );
    return rows.map(({ email }) => email);
  }

  /** The account with the address. */
  async ownersOf(tx: Tx, email: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      'select id from identity.users where platform.folded(email) = platform.folded($1)',
      [email],
    );
    return rows.map(({ id }) => id);
  }
}
