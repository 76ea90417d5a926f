import { Injectable } from '@nestjs/common';
import { Clock, utcDay } from '@portal/kernel';
import { addressesView, Listings, unproven, type Revision } from '@portal/listings';
import { Database } from '@portal/platform/database';
import { currentPriceView } from './install-queries.js';
import type { PluginView } from './installs.view.js';
import { complianceRefusal } from '../../tenants/compliance-refusal.js';
import { complianceGaps } from '../../tenants/domain/tenant-compliance.js';
import { InstallPrices, noPriceText, type InstallPrice } from '../install-prices.js';
import { ComplianceRepository, complianceAt } from '../compliance.repository.js';
import { InstallsRepository } from '../installs.repository.js';
import { PluginFacts } from './plugin-facts.js';

/** Everything an operator decides on before installing, and the blockers. */
@Injectable()
export class PluginQuery {
  constructor(
    private readonly listings: Listings,
    private readonly prices: InstallPrices,
    private readonly installs: InstallsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly facts: PluginFacts,
  ) {}

  /** @param tenantIds tenants of the caller, for which the trial and the blockers are given */
  async bySlug(slug: string, tenantIds: readonly string[]): Promise<PluginView | undefined> {
    const found = await this.facts.bySlug(slug);
    if (!found) return undefined;
    const { drive, isInstallable } = found;
    const { manifest } = drive;
    const at = this.clock.now();
    const claims = await this.listings.claims(drive, at);
    const { closed, ...facts } = await this.facts.of(drive, claims);
    const stopped = isInstallable ? [] : [stopText(closed ? facts.closes_at : null)];
    const terms = await this.listings.billing(this.database, drive.driveId, at);
    const byAgreement = await this.listings.pricedByAgreement(drive, at, terms);
    const prices = byAgreement ? [] : await this.pricesOf(drive, tenantIds, at);
    const known = prices.find((one) => one.price !== undefined);
    const price = known?.price ?? null;
    const blocked = (await this.compliance.of(this.database, tenantIds)).map((one) => ({
      tenant_id: one.tenantId,
      reasons: [
        ...stopped,
        ...complianceGaps(manifest, complianceAt(one, at), unproven(claims)).map(
          (gap) => complianceRefusal(gap, []).message,
        ),
        ...prices.flatMap(({ tenantId, currency, price: own }) =>
          tenantId === one.tenantId && own === undefined ? [noPriceText(currency)] : [],
        ),
      ],
    }));
    const everywhere = (blocked[0]?.reasons ?? stopped).filter((reason) =>
      blocked.every(({ reasons }) => reasons.includes(reason)),
    );
    return {
      drive_id: drive.driveId,
      slug: drive.slug,
      name: manifest.name,
      tagline: manifest.tagline,
      description: manifest.description,
      ...facts,
      category: manifest.category,
      ...addressesView(manifest),
      digest: drive.digest,
      version: drive.version,
      config_schema: manifest.configSchema,
      price: currentPriceView(price),
      price_known: byAgreement || known !== undefined,
      tenant_prices: prices.flatMap(({ tenantId, tenantName, currency, price: own }) =>
        tenantId === null
          ? []
          : [
              {
                tenant_id: tenantId,
                tenant_name: tenantName,
                currency,
                price: currentPriceView(own),
                price_known: own !== undefined,
              },
            ],
      ),
      price_by_agreement: byAgreement,
      billing_model: terms.model,
      trial_days: price?.trialDays ?? 0,
      trial_used_by: price ? await this.installs.paidBefore(this.database, drive.driveId, tenantIds) : [],
      blockers: everywhere,
      blocked_tenants: blocked.filter(({ reasons }) => reasons.length > 0),
    };
  }

  /**
   * For each tenant in its currency, by name; in the default currency for those without one. Undefined: there is
   * none.
   */
  private async pricesOf(
    revision: Revision,
    tenantIds: readonly string[],
    at: Date,
  ): Promise<
    { tenantId: string | null; tenantName: string; currency: string; price: InstallPrice | null | undefined }[]
  > {
    const tenants = await this.installs.currencies(this.database, tenantIds);
    const asked = tenants.length > 0 ? tenants : [{ tenantId: null, tenantName: '', currency: 'usd' }];
    const found = new Map<string, InstallPrice | null | undefined>();
    for (const { currency } of asked)
      if (!found.has(currency))
        found.set(currency, await this.prices.find({ driveId: revision.driveId, revision, currency, at }));
    return asked.map((one) => ({ ...one, price: found.get(one.currency) }));
  }
}

/** Why it cannot be installed. Operators do not see whether the host paused it or considers its removal. */
const stopText = (closedAt: string | null): string =>
  closedAt
    ? `It has been closed to new installs since ${utcDay(closedAt)}. What is installed runs until it ends.`
    : 'The host has stopped new installs of it for now. What is installed keeps running.';
