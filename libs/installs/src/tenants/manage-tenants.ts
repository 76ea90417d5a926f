import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import { normalizeCurrency } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, violatedConstraint } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { installsErrors } from '../errors.js';
import { TenantAdded, VentureAdded } from '../events.js';
import { InstallsRepository } from '../install/installs.repository.js';

interface NewTenant {
  name: string;
  externalId: string;
}

interface BilledTenant extends NewTenant {
  /** Three letters; absent: usd. */
  currency?: string;
}

/** The host tells which tenants and ventures there are. */
@Injectable()
export class ManageTenants {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly ids: Ids,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `tenant_exists`, `currency_unknown` */
  async addTenant({ currency, ...input }: BilledTenant, actor: Actor): Promise<string> {
    const id = this.ids.next();
    const billed = currency === undefined ? {} : { currency: normalizeCurrency(currency) };
    return this.unique('tenants_external_id_key', installsErrors.tenant_exists, () =>
      this.transactor.run(async (tx) => {
        await this.repository.insertTenant(tx, { id, ...input, ...billed });
        await this.outbox.emit(tx, TenantAdded, { tenant_id: id });
        await this.audit.record(tx, {
          actor,
          action: 'tenant.added',
          subjectType: 'tenant',
          subjectId: id,
          after: { name: input.name, ...billed },
        });
        return id;
      }),
    );
  }

  /** @throws AppError `unknown_tenant`, `venture_exists` */
  async addVenture(tenantId: string, input: NewTenant, actor: Actor): Promise<string> {
    const id = this.ids.next();
    return this.unique('ventures_tenant_id_external_id_key', installsErrors.venture_exists, () =>
      this.transactor.run(async (tx) => {
        if (!(await this.repository.tenant(tx, tenantId))) throw new AppError(installsErrors.unknown_tenant);
        await this.repository.insertVenture(tx, { id, tenantId, ...input });
        await this.outbox.emit(tx, VentureAdded, { venture_id: id, tenant_id: tenantId });
        await this.audit.record(tx, {
          actor,
          action: 'venture.added',
          subjectType: 'venture',
          subjectId: id,
          after: { name: input.name, tenant_id: tenantId },
        });
        return id;
      }),
    );
  }

  private async unique<T>(
    constraint: string,
    error: ConstructorParameters<typeof AppError>[0],
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (violatedConstraint(cause) === 'tenants_currency')
        throw new AppError(installsErrors.currency_unknown, { cause });
      if (violatedConstraint(cause) === constraint) throw new AppError(error, { cause });
      throw cause;
    }
  }
}
