import { Injectable } from '@nestjs/common';
import { Ids, invariant } from '@portal/kernel';
import { normalizeCurrency } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { TenantEntity, VentureEntity } from '../install/install.entity.js';

const LOCK = { mode: 'for_no_key_update' } as const;

interface NewTenant {
  name: string;
  externalId: string;
}

interface BilledTenant extends NewTenant {
  /** Three letters; absent: usd. */
  currency?: string;
}

/** A row that exists now, and whether this call made it. */
interface Put {
  readonly id: string;
  readonly made: boolean;
}

/** The host registers tenants and ventures. */
@Injectable()
export class TenantsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly ids: Ids,
  ) {}

  /** @throws AppError `tenant_exists`, `currency_unknown` */
  async addTenant(tenant: BilledTenant, actor: Actor): Promise<string> {
    return this.billed(async (tx) => {
      const id = await this.makeTenant(tx, tenant, actor);
      if (id === undefined) throw installsErrors.tenant_exists();
      return id;
    });
  }

  /** @throws AppError `unknown_tenant`, `venture_exists` */
  async addVenture(tenantId: string, venture: NewTenant, actor: Actor): Promise<string> {
    return this.transactor.run(async (tx) => {
      await this.repository.tenant(tx, { id: tenantId });
      const id = await this.makeVenture(tx, tenantId, venture, actor);
      if (id === undefined) throw installsErrors.venture_exists();
      return id;
    });
  }

  /**
   * The tenant with that external id exists and has that name afterwards, however often it is requested.
   * @throws AppError `currency_unknown` (400), `currency_differs` (409) when an existing one is billed in another one
   */
  async putTenant(tenant: BilledTenant, actor: Actor): Promise<Put> {
    return this.billed(async (tx) => {
      const made = await this.makeTenant(tx, tenant, actor);
      if (made !== undefined) return { id: made, made: true };
      const there = await tx.manager.findOne(TenantEntity, { where: { externalId: tenant.externalId }, lock: LOCK });
      invariant(there, 'tenants are never removed');
      if (tenant.currency !== undefined && normalizeCurrency(tenant.currency) !== there.currency)
        throw installsErrors.currency_differs();
      await this.rename(tx, 'tenant', there, tenant.name, actor);
      return { id: there.id, made: false };
    });
  }

  /** As `putTenant`, for a venture of the tenant with that external id. @throws AppError `unknown_tenant` (404) */
  async putVenture(tenantExternalId: string, venture: NewTenant, actor: Actor): Promise<Put> {
    return this.transactor.run(async (tx) => {
      const { id: tenantId } = await this.repository.tenant(tx, { externalId: tenantExternalId });
      const made = await this.makeVenture(tx, tenantId, venture, actor);
      if (made !== undefined) return { id: made, made: true };
      const where = { tenantId, externalId: venture.externalId };
      const there = await tx.manager.findOne(VentureEntity, { where, lock: LOCK });
      invariant(there, 'ventures are never removed');
      await this.rename(tx, 'venture', there, venture.name, actor);
      return { id: there.id, made: false };
    });
  }

  /** Undefined when the external id is taken. */
  private async makeTenant(tx: Tx, { currency, ...tenant }: BilledTenant, actor: Actor): Promise<string | undefined> {
    const id = this.ids.next();
    const billed = currency === undefined ? {} : { currency: normalizeCurrency(currency) };
    if (!(await this.repository.insertOnce(tx, TenantEntity, { id, ...tenant, ...billed }))) return undefined;
    await tx.audit(actor, 'tenant.added', ['tenant', id], { after: { name: tenant.name, ...billed } });
    return id;
  }

  /** Undefined when the external id is taken in the tenant. */
  private async makeVenture(tx: Tx, tenantId: string, venture: NewTenant, actor: Actor): Promise<string | undefined> {
    const id = this.ids.next();
    if (!(await this.repository.insertOnce(tx, VentureEntity, { id, tenantId, ...venture }))) return undefined;
    await tx.audit(actor, 'venture.added', ['venture', id], { after: { name: venture.name, tenant_id: tenantId } });
    return id;
  }

  private async rename(
    tx: Tx,
    what: 'tenant' | 'venture',
    before: { readonly id: string; readonly name: string },
    name: string,
    actor: Actor,
  ): Promise<void> {
    if (before.name === name) return;
    await tx.manager.update(what === 'tenant' ? TenantEntity : VentureEntity, { id: before.id }, { name });
    await tx.audit(actor, `${what}.renamed`, [what, before.id], { before: { name: before.name }, after: { name } });
  }

  private async billed<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.transactor.run(work);
    } catch (cause) {
      throw refusalOf(cause, { tenants_currency: installsErrors.currency_unknown });
    }
  }
}
