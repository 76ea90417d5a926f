import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { Clock } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { Database } from '@portal/platform';
import type { PluginView } from '../http/installs.view.js';
import { complianceGaps, COMPLIANCE_GAPS, type ComplianceGap } from '../domain/tenant-compliance.js';
import { ComplianceRepository, standing } from '../persistence/compliance.repository.js';
import { InstallsRepository } from '../persistence/installs.repository.js';
import { permissionViews } from './install-queries.js';

const GAP_TEXT: Record<ComplianceGap, string> = {
  baa_required: 'It needs a business-associate agreement that is not on file for your organisation.',
  residency_missing: 'It does not say that it keeps data in the region your organisation asks for.',
  compliance_missing: 'Your organisation is regulated, and it says nothing about how it treats regulated data.',
};

/** Everything an operator decides on before installing. */
@Injectable()
export class PluginQuery {
  constructor(
    private readonly drives: Drives,
    private readonly listings: Listings,
    private readonly installs: InstallsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param tenantIds tenants of who asks, for whom it is said whether the trial is theirs and what stands in the way */
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
    const blocked = (await this.compliance.of(this.database, tenantIds)).map((one) => ({
      tenant_id: one.tenantId,
      gaps: complianceGaps(manifest, standing(one, at)),
    }));
    const everywhere = COMPLIANCE_GAPS.filter(
      (gap) => blocked.length > 0 && blocked.every(({ gaps }) => gaps.includes(gap)),
    );
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
      blockers: everywhere.map((gap) => GAP_TEXT[gap]),
      blocked_tenants: blocked
        .filter(({ gaps }) => gaps.length > 0)
        .map(({ tenant_id, gaps }) => ({ tenant_id, reasons: gaps.map((gap) => GAP_TEXT[gap]) })),
    };
  }
}
