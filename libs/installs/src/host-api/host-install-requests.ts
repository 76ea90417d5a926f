import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallGates, type InstallWish } from '../install/install-gates.js';
import { currentPriceView, permissionViews } from '../install/read/install-queries.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { RequestInstall } from '../install/request-install.js';
import type { HostPreflightView } from './host-installs.view.js';

interface Place {
  /** The host's own ids. */
  readonly tenant: string;
  readonly venture: string;
  /** Slug. */
  readonly drive: string;
}

/** The host checks and makes installs for an operator whose consent it has, by its own ids. */
@Injectable()
export class HostInstallRequests {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly gates: InstallGates,
    private readonly request: RequestInstall,
  ) {}

  /** Refusals and terms of an install. Changes nothing. @throws AppError `unknown_tenant`, `unknown_venture` (404) */
  async preflight({ drive: slug, ...place }: Place): Promise<HostPreflightView> {
    const drive = await this.listings.installableBySlug(slug);
    return this.transactor.run(async (tx) => {
      const venture = await this.venture(tx, place);
      if (!drive) return said([installsErrors.plugin_not_found()]);
      const { price, refusals } = await this.gates.obstacles(tx, drive, venture);
      if (await this.repository.hasLive(tx, { driveId: drive.driveId, ventureId: venture.id }))
        refusals.push(installsErrors.install_exists());
      return {
        ...said(refusals),
        digest: drive.digest,
        version: drive.version,
        permissions: permissionViews(drive.manifest.permissionsRequested),
        config_schema: drive.manifest.configSchema,
        price: currentPriceView(price),
      };
    });
  }

  /** Passes the operator's gates. @throws AppError `plugin_not_found` (404), and as `preflight` and `RequestInstall` */
  async install(
    { drive: slug, ...place }: Place,
    agreed: Omit<InstallWish, 'ventureId' | 'driveId'>,
    by: { readonly operatorEmail: string; readonly actor: Actor },
  ): Promise<string> {
    const venture = await this.transactor.run((tx) => this.venture(tx, place));
    const drive = await this.listings.installableBySlug(slug);
    if (!drive) throw installsErrors.plugin_not_found();
    const wish = { ...agreed, ventureId: venture.id, driveId: drive.driveId };
    return this.request.execute(wish, by.actor, by.operatorEmail);
  }

  private async venture(tx: Tx, of: Omit<Place, 'drive'>): Promise<{ id: string; tenantId: string }> {
    const tenant = await this.repository.tenant(tx, { externalId: of.tenant });
    const venture = await this.repository.venture(tx, { tenantId: tenant.id, externalId: of.venture });
    if (!venture) throw installsErrors.unknown_venture();
    return venture;
  }
}

const said = (refusals: readonly AppError[]): HostPreflightView => ({
  installable: refusals.length === 0,
  refusals: refusals.map(({ code, message, details }) => ({ code, message, details })),
  digest: null,
  version: null,
  permissions: [],
  config_schema: null,
  price: null,
});
