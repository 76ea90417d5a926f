import { Inject, Injectable, Optional } from '@nestjs/common';
import { applyDefaults, validateConfig, type CanonicalManifest } from '@portal/contract';
import { AppError, Ids, type ErrorDetail } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, violatedConstraint } from '@portal/platform/database';
import { LiveFeed, Outbox } from '@portal/platform/events';
import { complianceRefusal } from '../tenants/compliance-refusal.js';
import { complianceGaps } from '../tenants/domain/tenant-compliance.js';
import { installsErrors } from '../errors.js';
import { InstallRequested } from '../events.js';
import { assertExpectedPrice, InstallPrices } from './install-prices.js';
import { PaidInstallGate } from './paid-install-gate.js';
import { ComplianceRepository } from './compliance.repository.js';
import { InstallsRepository } from './installs.repository.js';

export interface InstallWish {
  ventureId: string;
  driveId: string;
  /** Digest of the revision that the operator looked at. */
  digest: string;
  permissions: readonly string[];
  config: object;
  /** The price that the operator looked at, where one was: minor units per month, 0 for free. */
  amount_minor?: string;
  currency?: string;
}

/** An operator installs a plugin into one venture: every gate is passed here, then the Drive is told in the background. */
@Injectable()
export class RequestInstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly listings: Listings,
    private readonly prices: InstallPrices,
    private readonly ids: Ids,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
    @Optional() @Inject(PaidInstallGate) private readonly gate?: PaidInstallGate,
  ) {}

  /**
   * @throws AppError `unknown_venture`, `plugin_not_found`, `plugin_changed`, `permissions_not_granted`, `config_invalid`,
   *   `no_price_in_currency`, `baa_required`, `residency_missing`, `compliance_missing`, `install_exists`, and what the gate for priced installs says
   */
  async execute(wish: InstallWish, actor: Actor): Promise<string> {
    try {
      return await this.transactor.run(async (tx) => {
        const drive = await this.listings.holdInstallable(tx, wish.driveId);
        if (!drive) throw new AppError(installsErrors.plugin_not_found);
        if (drive.digest !== wish.digest) throw new AppError(installsErrors.plugin_changed);
        assertGranted(drive.manifest.permissionsRequested, wish.permissions);
        const config = checkedConfig(drive.manifest, wish.config);
        const venture = await this.repository.venture(tx, wish.ventureId);
        if (!venture || !scopeIds(actor, 'operator').includes(venture.tenantId))
          throw new AppError(installsErrors.unknown_venture);
        const currency = await this.repository.currencyOf(tx, { currency: null, tenantId: venture.tenantId });
        const { driveId, ventureId } = wish;
        const price = await this.prices.of({ driveId, currency, at: tx.now, ventureId }, tx);
        assertExpectedPrice(wish, price);
        const [gap] = complianceGaps(drive.manifest, await this.compliance.at(tx, venture.tenantId, tx.now));
        if (gap) throw complianceRefusal(gap);
        if (price) await this.gate?.assertMayInstall(tx, { tenantId: venture.tenantId });
        // What a tenant has paid for before, in any venture, it does not try again.
        const tried =
          price && price.trialDays > 0 && (await this.repository.hasPaidBefore(tx, wish.driveId, venture.tenantId));
        const trialDays = tried ? 0 : (price?.trialDays ?? 0);
        const id = this.ids.next();
        const { model } = await this.listings.billing(tx, wish.driveId, tx.now);
        await this.repository.insertInstall(tx, {
          id,
          tenantId: venture.tenantId,
          ventureId: venture.id,
          driveId: wish.driveId,
          // What a first-party Drive earns is the host's own.
          orgId: model === 'first_party' ? null : drive.orgId,
          state: 'requested',
          revisionId: drive.revisionId,
          digest: drive.digest,
          version: drive.version,
          origin: drive.origin,
          permissions: [...drive.manifest.permissionsRequested],
          config,
          priceId: price?.priceId ?? null,
          amount: price?.amountMinor ?? 0n,
          currency: price?.currency ?? null,
          trialDays,
          operatorEmail: actor.email ?? '',
        });
        await this.audit.record(tx, {
          actor,
          action: 'install.requested',
          subjectType: 'install',
          subjectId: id,
          after: {
            drive_id: wish.driveId,
            digest: drive.digest,
            permissions: drive.manifest.permissionsRequested,
            trial_days: trialDays,
          },
        });
        await this.live.append(tx, `install:${id}`, 'step', {
          step: 'requested',
          text: 'Asked for. The plugin is told next.',
        });
        await this.outbox.emit(tx, InstallRequested, { install_id: id });
        return id;
      });
    } catch (error) {
      if (violatedConstraint(error) === 'installs_one_live')
        throw new AppError(installsErrors.install_exists, { cause: error });
      throw error;
    }
  }
}

function assertGranted(asked: readonly string[], granted: readonly string[]): void {
  const details = asked
    .filter((name) => !granted.includes(name))
    .map((name): ErrorDetail => ({ pointer: '/permissions', code: 'missing', message: `"${name}" is not granted.` }));
  if (details.length > 0) throw new AppError(installsErrors.permissions_not_granted, { details });
}

function checkedConfig(manifest: CanonicalManifest, given: object): object {
  if (!manifest.configSchema) return {};
  const filled = applyDefaults(manifest.configSchema, given as Parameters<typeof applyDefaults>[1]);
  const issues = validateConfig(manifest.configSchema, filled).filter((issue) => issue.level === 'error');
  if (issues.length === 0) return filled;
  throw new AppError(installsErrors.config_invalid, {
    details: issues.map((issue) => ({ pointer: `/config${issue.pointer}`, code: issue.code, message: issue.message })),
  });
}
