import { Injectable } from '@nestjs/common';
import { normalizeCurrency } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Transactor, refusalOf } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { TenantCurrencyChanged } from '../events.js';
import { TenantEntity } from '../install/install.entity.js';

const CHANGED = 'tenant.currency_set';

/**
 * The host sets the billing currency of a tenant. It applies to new installs, and to those that have a price
 * for the first time, from then on; existing charges keep their currency.
 */
@Injectable()
export class SetTenantCurrency {
  constructor(
    private readonly transactor: Transactor,
    private readonly lastChange: LastChange,
  ) {}

  /**
   * `revision` names the currency that was read.
   * @throws AppError `unknown_tenant` (404), `currency_invalid`, `currency_unknown` (400), `changed_meanwhile` (409)
   */
  async execute(tenantId: string, wanted: { currency: string; revision: string }, actor: Actor): Promise<void> {
    const currency = normalizeCurrency(wanted.currency);
    try {
      await this.transactor.run(async (tx) => {
        const lock = { mode: 'for_no_key_update' } as const;
        const tenant = await tx.manager.findOne(TenantEntity, { where: { id: tenantId }, lock });
        if (!tenant) throw installsErrors.unknown_tenant();
        await assertExpectedVersion(wanted.revision, { currency: tenant.currency }, { currency }, () =>
          this.lastChange.of(tx, ['tenant', tenantId], [CHANGED], actor),
        );
        if (tenant.currency === currency) return;
        await tx.manager.update(TenantEntity, { id: tenantId }, { currency });
        await tx.emit(TenantCurrencyChanged, { tenant_id: tenantId, currency, before: tenant.currency });
        const change = { before: { currency: tenant.currency }, after: { currency } };
        await tx.audit(actor, CHANGED, ['tenant', tenantId], change);
      });
    } catch (cause) {
      throw refusalOf(cause, { tenants_currency: installsErrors.currency_unknown });
    }
  }
}
