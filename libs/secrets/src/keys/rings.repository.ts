import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import type { KeyOwner, KeyScope } from './key-view.js';
import { TenantRingEntity } from './signing-key.entity.js';

/** A key ring. `driveId` and `tenantId` are set where it belongs to one. */
export interface Ring {
  readonly scope: KeyScope;
  readonly ownerId: string;
  readonly driveId: string | null;
  readonly tenantId: string | null;
}

/** Id of the only fleet ring. */
export const FLEET: Ring = {
  scope: 'fleet',
  ownerId: '00000000-0000-4000-8000-000000000000',
  driveId: null,
  tenantId: null,
};

/** Owners of key rings, and which ring signs for a Drive (`secrets.drive_signing`, `secrets.tenant_rings`). */
@Injectable()
export class RingsRepository {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
  ) {}

  /** The ring of an owner. A tenant's ring is created on first use. */
  async of(tx: Tx, owner: KeyOwner): Promise<Ring> {
    const known = ringWithoutTenant(owner);
    if (known) return known;
    const { driveId, tenantId } = owner as { driveId: string; tenantId: string };
    await tx.query(
      'insert into secrets.tenant_rings (owner_id, drive_id, tenant_id) values ($1, $2, $3) on conflict (drive_id, tenant_id) do nothing',
      [this.ids.next(), driveId, tenantId],
    );
    const ring = await this.find(owner, tx);
    if (!ring) throw new Error('a ring that was just made is gone');
    return ring;
  }

  /**
   * Like `of`, read-only: undefined for a tenant without keys at this Drive. Runs inside the transaction if `tx` is
   * given.
   */
  async find(owner: KeyOwner, tx: Pick<Tx, 'query'> = this.database): Promise<Ring | undefined> {
    const known = ringWithoutTenant(owner);
    if (known) return known;
    const { driveId, tenantId } = owner as { driveId: string; tenantId: string };
    const [row] = await tx.query<{ owner_id: string }>(
      'select owner_id from secrets.tenant_rings where drive_id = $1 and tenant_id = $2',
      [driveId, tenantId],
    );
    return row && { scope: 'tenant', ownerId: row.owner_id, driveId, tenantId };
  }

  /** A ring that has keys, by its id. */
  async byId(tx: Tx, { scope, ownerId }: Pick<Ring, 'scope' | 'ownerId'>): Promise<Ring> {
    if (scope === 'fleet') return FLEET;
    if (scope === 'drive') return { scope, ownerId, driveId: ownerId, tenantId: null };
    const { driveId, tenantId } = await tx.manager.findOneByOrFail(TenantRingEntity, { ownerId });
    return { scope, ownerId, driveId, tenantId };
  }

  async scopeOf(driveId: string, tx: Pick<Tx, 'query'> = this.database): Promise<KeyScope> {
    const [row] = await tx.query<{ scope: KeyScope }>('select scope from secrets.drive_signing where drive_id = $1', [
      driveId,
    ]);
    return row?.scope ?? 'drive';
  }

  /** What decides whether the scope may be chosen for a Drive; `hasKey`: it has a valid key. */
  async choice(tx: Tx, driveId: string, scope: 'drive' | 'fleet') {
    const [row] = await tx.query<{ firstParty: boolean; hasKey: boolean }>(
      `select secrets.is_first_party($1) as "firstParty", exists (select from secrets.signing_keys k where k.scope = $2 and k.owner_id = $3
         and secrets.validity(k.not_before, k.not_after, k.revoked_at) @> (select platform.portal_now())) as "hasKey"`,
      [driveId, scope, scope === 'fleet' ? FLEET.ownerId : driveId],
    );
    return row!;
  }

  /** Like `scopeOf`; locks the scope until the transaction ends. */
  async lockScope(tx: Tx, driveId: string): Promise<KeyScope> {
    await tx.query(
      `insert into secrets.drive_signing (drive_id, scope) values ($1, 'drive') on conflict (drive_id) do nothing`,
      [driveId],
    );
    return (await tx.value<KeyScope>('select scope from secrets.drive_signing where drive_id = $1 for update', [
      driveId,
    ]))!;
  }

  /** Sets whether the tenant's keys sign. */
  async setHandedOver(tx: Tx, driveId: string, tenantId: string, handedOver: boolean): Promise<void> {
    await tx.query(
      'update secrets.tenant_rings set handed_over_at = case when $3 then coalesce(handed_over_at, $4::timestamptz) end where drive_id = $1 and tenant_id = $2',
      [driveId, tenantId, handedOver, tx.now],
    );
  }
}

function ringWithoutTenant(owner: KeyOwner): Ring | undefined {
  if ('fleet' in owner) return FLEET;
  if (owner.tenantId !== undefined) return undefined;
  return { scope: 'drive', ownerId: owner.driveId, driveId: owner.driveId, tenantId: null };
}
