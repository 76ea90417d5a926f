import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import type { Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { ComplianceRepository } from '../install/compliance.repository.js';
import { assertExpectedPrice, InstallPrices, type InstallPrice } from '../install/install-prices.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { complianceRefusal } from '../tenants/compliance-refusal.js';
import { claimsToProve, complianceGaps } from '../tenants/domain/tenant-compliance.js';

/** Whether a tenant may run another revision of an installed plugin, and its price from now on. */
@Injectable()
export class UpgradeGates {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly listings: Listings,
    private readonly prices: InstallPrices,
  ) {}

  /**
   * The price, null for free, and the currency that the install is charged in.
   * @param wanted.expectedPrice the price that the operator saw, where there was one
   * @throws AppError `plugin_changed`, `install_suspended`, `no_price_in_currency`, `baa_required`, `residency_missing`,
   *   `compliance_missing`, `claims_unproven`
   */
  async pass(
    tx: Tx,
    wanted: { install: InstallRow; revisionId: string; expectedPrice: { amount_minor?: string; currency?: string } },
  ): Promise<{ price: InstallPrice | null; currency: string }> {
    const { install, revisionId, expectedPrice } = wanted;
    // Looked up at the recorded instant: the agreed and the charged price are the same.
    const { driveId, ventureId } = install;
    const currency = await this.repository.currencyOf(tx, install);
    const price = await this.prices.of({ driveId, revisionId, ventureId, currency, at: tx.now }, tx);
    const revision = await this.listings.revision(revisionId, tx);
    assertExpectedPrice(expectedPrice, price);
    if (install.priceId !== null && (await this.repository.isSuspended(tx, install.tenantId)))
      throw new AppError(installsErrors.install_suspended);
    // As it is on file now: since the offer an agreement may have come, or ended.
    if (!revision) return { price, currency };
    const tenant = await this.compliance.at(tx, install.tenantId, tx.now);
    const unproven = await this.listings.unprovenClaims(revision, tx.now, tx);
    const [gap] = complianceGaps(revision.manifest, tenant, unproven);
    if (gap) throw complianceRefusal(gap, claimsToProve(tenant, unproven));
    return { price, currency };
  }
}
