import { Injectable } from '@nestjs/common';
import { sameJson, type JsonObject } from '@portal/contract';
import { AppError, commonErrors, invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { ComplianceRepository } from '../install/compliance.repository.js';
import { assertExpectedPrice, InstallPrices, type InstallPrice } from '../install/install-prices.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { carrySettings, changeSettings } from '../settings/domain/settings.js';
import { InstallSettings, takesConfigUpdates } from '../settings/install-settings.js';
import { settingIssues } from '../settings/setting-issues.js';
import type { UpgradeSettingsView } from '../settings/settings.view.js';
import { complianceRefusal } from '../tenants/compliance-refusal.js';
import { claimsToProve, complianceGaps } from '../tenants/domain/tenant-compliance.js';

/** The settings that an operator gives with the acceptance of an upgrade. */
interface GivenSettings {
  readonly config: object;
  /** The version that was read. */
  readonly version: number;
}

/** Whether a tenant may run another revision of an installed plugin, at which price, and with which settings. */
@Injectable()
export class UpgradeTerms {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly listings: Listings,
    private readonly prices: InstallPrices,
    private readonly settings: InstallSettings,
  ) {}

  /**
   * The price, null for free, and the currency that the install is charged in.
   * @param wanted.expectedPrice the price that the operator saw, where there was one
   * @throws AppError `plugin_changed`, `install_suspended`, `no_price_in_currency`, `baa_required`, `residency_missing`,
   *   `compliance_missing`, `claims_unproven`
   */
  async price(
    tx: Tx,
    wanted: { install: InstallRow; revisionId: string; expectedPrice: { amount_minor?: string; currency?: string } },
  ): Promise<{ price: InstallPrice | null; currency: string }> {
    const { install, revisionId, expectedPrice } = wanted;
    // Looked up at the recorded instant: the agreed and the charged price are the same.
    const { driveId, ventureId } = install;
    const currency = await this.repository.currencyOf(tx, install);
    const price = await this.prices.of({ driveId, revision: revisionId, ventureId, currency, at: tx.now }, tx);
    const revision = await this.listings.revision(revisionId, tx);
    assertExpectedPrice(expectedPrice, price);
    await this.repository.assertMay(tx, install, 'upgrade');
    // As it is on file now: since the offer an agreement may have come, or ended.
    if (!revision) return { price, currency };
    const tenant = await this.compliance.at(tx, install.tenantId, tx.now);
    const unproven = await this.listings.unprovenClaims(revision, tx.now, tx);
    const [gap] = complianceGaps(revision.manifest, tenant, unproven);
    if (gap) throw complianceRefusal(gap, claimsToProve(tenant, unproven));
    return { price, currency };
  }

  /**
   * Of a locked install, before it runs the new revision. A Drive that accepts updates is notified of every upgrade:
   * the version of its manifest and the permissions go with the settings.
   * @throws AppError `settings_required` where some are missing, `config_invalid`, `changed_meanwhile`
   */
  async takeSettings(
    tx: Tx,
    { install, revisionId, given }: { install: InstallRow; revisionId: string; given: GivenSettings | undefined },
    actor: Actor,
  ): Promise<void> {
    const to = await this.listings.revision(revisionId, tx);
    invariant(to, 'the revisions of a prompt are never removed');
    const before = await this.settings.stored(tx, install);
    if (given && given.version !== install.settingsVersion)
      throw commonErrors.changed_meanwhile({
        details: [{ pointer: '/revision', code: 'revision', message: String(install.settingsVersion) }],
      });
    const { configSchema: schema } = to.manifest;
    const { stored, secretsWritten, issues } = given
      ? changeSettings(schema, before, given.config as JsonObject)
      : carrySettings(schema, before);
    if (issues.length > 0)
      throw new AppError(given ? installsErrors.config_invalid : installsErrors.settings_required, {
        details: settingIssues(issues),
      });
    const changed = secretsWritten.length > 0 || !sameJson(stored.values, before.values);
    if (!changed && !takesConfigUpdates(to.manifest)) return this.settings.delete(tx, install.id);
    const version = await this.settings.append(tx, {
      install,
      revisionId,
      stored,
      secretsWritten,
      reason: null,
      by: actor,
    });
    await this.settings.notify(tx, install.id, version, to.manifest);
  }

  /** The settings of an install under the form of a revision, before it is accepted; null when that has no form. */
  async preview(tx: Tx, installId: string, revisionId: string): Promise<UpgradeSettingsView | null> {
    const install = await this.repository.find(tx, installId);
    const to = await this.listings.revision(revisionId, tx);
    const schema = to?.manifest.configSchema;
    if (!install || !schema) return null;
    const before = await this.settings.stored(tx, install);
    const { stored, issues } = carrySettings(schema, before);
    return {
      version: install.settingsVersion,
      config_schema: schema,
      config: stored.values,
      secrets: Object.keys(stored.secrets).sort(),
      missing: issues.map(({ pointer, message }) => ({ pointer, message })),
    };
  }
}
