import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { Clock } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { Database } from '@portal/platform';
import type { PluginView } from '../http/installs.view.js';
import { InstallsRepository } from '../persistence/installs.repository.js';
import { permissionViews } from './install-queries.js';

/** Everything an operator decides on before installing. */
@Injectable()
export class PluginQuery {
  constructor(
    private readonly drives: Drives,
    private readonly listings: Listings,
    private readonly installs: InstallsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param tenantIds tenants of who asks, for whom it is said whether the trial is theirs */
  async bySlug(slug: string, tenantIds: readonly string[]): Promise<PluginView | undefined> {
    const reserved = await this.drives.bySlug(slug);
    const drive = reserved && (await this.listings.installable(reserved.driveId));
    if (!drive) return undefined;
    const { manifest } = drive;
    const at = this.clock.now();
    const { model } = await this.listings.billing(this.database, drive.driveId, at);
    const byAgreement = await this.listings.pricedByAgreement(drive, at);
    const price = byAgreement
      ? null
      : await this.listings.priceOf(drive.driveId, { currency: 'usd', audience: 'host_network', at });
    return {
      drive_id: drive.driveId,
      slug: drive.slug,
      name: manifest.name,
      tagline: manifest.tagline,
      digest: drive.digest,
      version: drive.version,
      permissions: permissionViews(manifest.permissionsRequested),
      events_emitted: [...manifest.eventsEmitted],
      config_schema: manifest.configSchema,
      price: price && { amount_minor: price.amountMinor.toString(), currency: price.currency, interval: 'month' },
      price_by_agreement: byAgreement,
      billing_model: model,
      trial_days: price?.trialDays ?? 0,
      trial_used_by: price ? await this.installs.paidBefore(this.database, drive.driveId, tenantIds) : [],
      blockers:
        manifest.compliance?.baaRequired === true ? ['A business-associate agreement is needed for this plugin.'] : [],
    };
  }
}
