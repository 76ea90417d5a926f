import { Injectable } from '@nestjs/common';
import { whyNot } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database, type Tx } from '@portal/platform/database';
import { In, IsNull, Not, type EntityTarget, type ObjectLiteral } from 'typeorm';
import {
  INSTALL_CAPABILITIES,
  installCondition,
  type InstallCapability,
  type InstallCondition,
} from './domain/install-capabilities.js';
import type { InstallState } from './domain/install-state.js';
import { CallPlansRepository } from './plan/call-plans.repository.js';
import { installsErrors } from '../errors.js';
import { InstallEntity, TenantEntity, VentureEntity } from './install.entity.js';
import { mayOperate } from './may-operate.js';

export type InstallRow = InstallEntity;
export type NewInstall = Pick<
  InstallRow,
  | 'id'
  | 'tenantId'
  | 'ventureId'
  | 'driveId'
  | 'orgId'
  | 'state'
  | 'revisionId'
  | 'digest'
  | 'version'
  | 'origin'
  | 'permissions'
  | 'config'
  | 'priceId'
  | 'amount'
  | 'currency'
  | 'trialDays'
  | 'operatorEmail'
>;
type Change = Partial<Omit<InstallRow, 'id' | 'tenantId' | 'ventureId' | 'driveId'>>;

/** Tenants, ventures and installs. State moves compare with the state they start from. */
@Injectable()
export class InstallsRepository {
  constructor(
    private readonly database: Database,
    private readonly plans: CallPlansRepository,
  ) {}

  /** Billing currencies of those tenants, by name of the tenant. */
  async currencies(
    q: Pick<Tx, 'query'>,
    tenantIds: readonly string[],
  ): Promise<{ tenantId: string; tenantName: string; currency: string }[]> {
    return q.query(
      `select id as "tenantId", name as "tenantName", currency from installs.tenants where id = any($1::uuid[]) order by name, id`,
      [tenantIds],
    );
  }

  /** Currency of an install's charges: its own while it has a price, else its tenant's. */
  async currencyOf(tx: Tx, install: Pick<InstallRow, 'currency' | 'tenantId'>): Promise<string> {
    return install.currency ?? (await tx.manager.findOneByOrFail(TenantEntity, { id: install.tenantId })).currency;
  }

  /** False where its external id is taken; one being written is waited for. */
  async insertOnce(tx: Tx, into: EntityTarget<ObjectLiteral>, row: object): Promise<boolean> {
    const { raw } = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(into)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }

  /** @throws AppError `unknown_tenant` (404) */
  async tenant(tx: Tx, by: { id: string } | { externalId: string }): Promise<TenantEntity> {
    const tenant = await tx.manager.findOneBy(TenantEntity, by);
    if (!tenant) throw installsErrors.unknown_tenant();
    return tenant;
  }

  /** Its status, with what its tenant owes. */
  async condition(tx: Tx, install: InstallRow): Promise<InstallCondition> {
    const owes = { id: install.tenantId, suspendedAt: Not(IsNull()) };
    return installCondition(install, install.priceId !== null && (await tx.manager.existsBy(TenantEntity, owes)));
  }

  /** @throws AppError of its state (`INSTALL_CAPABILITIES`), or `capability_off` (403) */
  async assertMay(tx: Tx, install: InstallRow, capability: InstallCapability): Promise<void> {
    const refused = await this.whyNot(tx, install, capability);
    if (refused) throw refused;
  }

  async whyNot(tx: Tx, install: InstallRow, capability: InstallCapability): Promise<AppError | undefined> {
    const state = await this.condition(tx, install);
    return whyNot(tx, INSTALL_CAPABILITIES, { id: install.id, state }, capability);
  }

  async venture(tx: Tx, by: { id: string } | { tenantId: string; externalId: string }): Promise<VentureEntity | null> {
    return tx.manager.findOneBy(VentureEntity, by);
  }

  /** With the plan by which its Drive is asked. */
  async insertInstall(tx: Tx, install: NewInstall): Promise<void> {
    await tx.manager.insert(InstallEntity, { ...install, seenIds: [], eventsCursorMs: '0' });
    const plan = { installId: install.id, driveId: install.driveId, kind: 'handshake' } as const;
    await this.plans.open(tx, plan, { byEvent: true });
  }

  async find(tx: Tx, id: string): Promise<InstallRow | null> {
    return tx.manager.findOneBy(InstallEntity, { id });
  }

  /** Outside a transaction: the Drive that an install is of. */
  async driveOf(id: string): Promise<string | undefined> {
    return this.database.value<string>('select drive_id from installs.installs where id = $1', [id]);
  }

  async lock(tx: Tx, id: string): Promise<InstallRow | null> {
    return tx.manager.findOne(InstallEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * As `lock`, for an operator.
   * @param operatorEmail for whom the host acts, see `mayOperate`
   * @throws AppError `install_not_found` (404), also for that of a tenant that the caller does not operate
   */
  async lockOperated(tx: Tx, id: string, actor: Actor, operatorEmail: string | undefined): Promise<InstallRow> {
    const install = await this.lock(tx, id);
    if (!install || !(await mayOperate(tx, actor, install.tenantId, operatorEmail)))
      throw installsErrors.install_not_found();
    return install;
  }

  /** True while the tenant, or the venture, has an install of the Drive that has not ended. */
  async hasLive(
    tx: Tx,
    of: { driveId: string; tenantId: string } | { driveId: string; ventureId: string },
  ): Promise<boolean> {
    return tx.manager.exists(InstallEntity, { where: { ...of, state: Not(In(['failed', 'revoked'])) } });
  }

  /**
   * True when the tenant has, or had, a paid install of the Drive in any venture, so that another one is no trial. Two
   * requests of one tenant are serialised from here on.
   */
  async hasPaidBefore(tx: Tx, driveId: string, tenantId: string): Promise<boolean> {
    await tx.query('select 1 from installs.tenants where id = $1 for no key update', [tenantId]);
    return (await this.paidBefore(tx, driveId, [tenantId])).length > 0;
  }

  /** Which of the tenants have, or had, a paid install of the Drive. */
  async paidBefore(q: Pick<Tx, 'query'>, driveId: string, tenantIds: readonly string[]): Promise<string[]> {
    const rows = await q.query<{ tenant_id: string }>(
      `select distinct tenant_id from installs.installs where tenant_id = any($1::uuid[]) and drive_id = $2 and (price_id is not null or trial_days > 0)
         and not (activated_at is null and state in ('failed', 'revoked')) order by 1`,
      [tenantIds, driveId],
    );
    return rows.map((row) => row.tenant_id);
  }

  /** False when the install is no longer in one of the states. */
  async move(
    tx: Tx,
    id: string,
    from: readonly InstallState[],
    to: InstallState,
    change: Change = {},
  ): Promise<boolean> {
    const result = await tx.manager
      .createQueryBuilder()
      .update(InstallEntity)
      .set({ ...change, state: to })
      .where('id = :id and state in (:...from)', { id, from: [...from] })
      .execute();
    return (result.affected ?? 0) > 0;
  }

  /** True when the Drive gave one of the ids for an install of another tenant. */
  async isOfAnotherTenant(
    { driveId, tenantId }: Pick<InstallRow, 'driveId' | 'tenantId'>,
    ids: readonly string[],
    q: Pick<Tx, 'query'> = this.database,
  ): Promise<boolean> {
    const rows = await q.query(
      'select 1 from installs.installs where drive_id = $1 and drive_install_id = any($2) and tenant_id <> $3 limit 1',
      [driveId, ids, tenantId],
    );
    return rows.length > 0;
  }

  /** True when the Drive gave the id for another install. */
  isOfAnotherInstall(tx: Tx, { id, driveId }: Pick<InstallRow, 'id' | 'driveId'>, at: string): Promise<boolean> {
    return tx.matched(
      'select 1 from installs.installs where drive_id = $1 and id <> $2 and (drive_install_id = $3 or $3 = any(seen_ids)) limit 1',
      [driveId, id, at],
    );
  }

  /** Adds ids that the Drive named to the known ones, up to 200. */
  async addIds(tx: Tx, id: string, ids: readonly string[]): Promise<void> {
    await tx.query(
      `update installs.installs set seen_ids = (seen_ids || array(select new from unnest($2::text[]) new where new <> all(seen_ids)))[1:200] where id = $1`,
      [id, ids],
    );
  }

  /** Since when the Drive refuses the token of a running install; null: it takes it. False when that was known. */
  noteToken(tx: Tx, id: string, refusedAt: Date | null): Promise<boolean> {
    return tx.matched(
      `update installs.installs set token_refused_at = $2
       where id = $1 and state = 'active' and (token_refused_at is null) <> ($2::timestamptz is null) returning 1 as noted`,
      [id, refusedAt],
    );
  }

  async update(tx: Tx, id: string, change: Change): Promise<void> {
    await tx.manager.update(InstallEntity, { id }, change);
  }
}
