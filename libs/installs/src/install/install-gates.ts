import { Inject, Injectable, Optional } from '@nestjs/common';
import { whyOff } from '@portal/approvals';
import type { JsonObject } from '@portal/contract';
import { AppError, type ErrorDetail } from '@portal/kernel';
import { Listings, type Revision } from '@portal/listings';
import type { Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { InstallAgreementBody } from './http/installs.dto.js';
import { changeSettings, NO_SETTINGS, type StoredSettings } from '../settings/domain/settings.js';
import { settingIssues } from '../settings/setting-issues.js';
import { complianceRefusal } from '../tenants/compliance-refusal.js';
import { claimsToProve, complianceGaps } from '../tenants/domain/tenant-compliance.js';
import { TENANT_CAPABILITIES } from '../tenants/domain/tenant-capabilities.js';
import { ComplianceRepository } from './compliance.repository.js';
import { assertExpectedPrice, InstallPrices, type InstallPrice } from './install-prices.js';
import { InstallsRepository, type NewInstall } from './installs.repository.js';
import { PaidInstallGate } from './paid-install-gate.js';

/** An install, and what the operator saw and agreed to. */
export type InstallWish = InstallAgreementBody & { ventureId: string; driveId: string };

/** Values pinned on an install when it is requested. */
type AcceptedInstall = Omit<NewInstall, 'id' | 'state' | 'config' | 'operatorEmail'> & { settings: StoredSettings };

/** Whether an install request may be granted, and on which terms: the live revision, the current price and trial. */
@Injectable()
export class InstallGates {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly listings: Listings,
    private readonly prices: InstallPrices,
    @Optional() @Inject(PaidInstallGate) private readonly gate?: PaidInstallGate,
  ) {}

  /**
   * The listing, and the tenant where a trial is requested, stay locked until the transaction ends.
   * @param operates whether who asks may install for that tenant
   * @throws AppError `unknown_venture`, `plugin_not_found`, `plugin_changed`, `permissions_not_granted`, `config_invalid`,
   *   and the first of `obstacles`
   */
  async pass(tx: Tx, wish: InstallWish, operates: (tenantId: string) => Promise<boolean>): Promise<AcceptedInstall> {
    const drive = await this.listings.holdInstallable(tx, wish.driveId);
    if (!drive) throw installsErrors.plugin_not_found();
    if (drive.digest !== wish.digest) throw installsErrors.plugin_changed();
    assertGranted(drive.manifest.permissionsRequested, wish.permissions);
    const { configSchema } = drive.manifest;
    const { stored: settings, issues } = changeSettings(configSchema, NO_SETTINGS, wish.config as JsonObject);
    if (issues.length > 0) throw installsErrors.config_invalid({ details: settingIssues(issues) });
    const venture = await this.repository.venture(tx, { id: wish.ventureId });
    if (!venture || !(await operates(venture.tenantId))) throw installsErrors.unknown_venture();
    const { price, refusals } = await this.obstacles(tx, drive, venture);
    if (price !== undefined) assertExpectedPrice(wish, price);
    if (refusals[0]) throw refusals[0];
    // A Drive that a tenant has paid for before, in any venture, has no trial.
    const tried =
      price && price.trialDays > 0 && (await this.repository.hasPaidBefore(tx, wish.driveId, venture.tenantId));
    const trialDays = tried ? 0 : (price?.trialDays ?? 0);
    const { model } = await this.listings.billing(tx, wish.driveId, tx.now);
    return {
      tenantId: venture.tenantId,
      ventureId: venture.id,
      driveId: wish.driveId,
      // Earnings of a first-party Drive are the host's own.
      orgId: model === 'first_party' ? null : drive.orgId,
      revisionId: drive.revisionId,
      digest: drive.digest,
      version: drive.version,
      origin: drive.origin,
      permissions: [...drive.manifest.permissionsRequested],
      settings,
      priceId: price?.priceId ?? null,
      amount: price?.amountMinor ?? 0n,
      currency: price?.currency ?? null,
      trialDays,
    };
  }

  /**
   * What blocks a Drive for a venture whatever is agreed to, in the order in which an install is refused: `capability_off`,
   * `no_price_in_currency`, `baa_required`, `residency_missing`, `compliance_missing`, `claims_unproven`, and all that the
   * gate for priced installs refuses. Changes and locks nothing. `price` null: free, undefined: there is none.
   */
  async obstacles(
    tx: Tx,
    { driveId, manifest }: Pick<Revision, 'driveId' | 'manifest'>,
    { id: ventureId, tenantId }: { readonly id: string; readonly tenantId: string },
  ): Promise<{ price: InstallPrice | null | undefined; refusals: AppError[] }> {
    const refusals: AppError[] = [];
    const off = await whyOff(tx, TENANT_CAPABILITIES, tenantId, 'install');
    if (off) refusals.push(off);
    const currency = await this.repository.currencyOf(tx, { currency: null, tenantId });
    const price = await orRefusal(refusals, () => this.prices.of({ driveId, currency, at: tx.now, ventureId }, tx));
    const tenant = await this.compliance.at(tx, tenantId, tx.now);
    const unproven = await this.listings.unprovenClaims({ driveId, manifest }, tx.now, tx);
    const claims = claimsToProve(tenant, unproven);
    refusals.push(...complianceGaps(manifest, tenant, unproven).map((gap) => complianceRefusal(gap, claims)));
    if (price && this.gate) refusals.push(...(await this.gate.refusals(tx, { tenantId })));
    return { price, refusals };
  }
}

async function orRefusal<T>(refusals: AppError[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusals.push(error);
    return undefined;
  }
}

/** @throws AppError `permissions_not_granted` (422) */
export function assertGranted(asked: readonly string[], granted: readonly string[]): void {
  const details = asked
    .filter((name) => !granted.includes(name))
    .map((name): ErrorDetail => ({ pointer: '/permissions', code: 'missing', message: `"${name}" is not granted.` }));
  if (details.length > 0) throw installsErrors.permissions_not_granted({ details });
}
