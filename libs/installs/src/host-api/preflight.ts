import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallGates } from '../install/install-gates.js';
import { permissionViews } from '../install/read/install-queries.js';
import { InstallsRepository } from '../install/installs.repository.js';
import type { HostPreflightView } from './host-installs.view.js';
import { externalVenture } from './external-venture.js';

export interface Place {
  /** The host's own ids. */
  readonly tenant: string;
  readonly venture: string;
  /** Slug. */
  readonly drive: string;
}

/** The refusals of an install, and what it has to agree to, before it is requested. */
@Injectable()
export class Preflight {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly gates: InstallGates,
  ) {}

  /** Changes nothing. @throws AppError `unknown_tenant`, `unknown_venture` (404) */
  async of({ drive: slug, ...place }: Place): Promise<HostPreflightView> {
    const drive = await this.listings.installableBySlug(slug);
    return this.transactor.run(async (tx) => {
      const venture = await externalVenture(this.repository, tx, place);
      if (!drive) return said([new AppError(installsErrors.plugin_not_found)]);
      const { price, refusals } = await this.gates.obstacles(tx, drive, venture);
      if (await this.repository.hasLiveIn(tx, drive.driveId, venture.id))
        refusals.push(new AppError(installsErrors.install_exists));
      return {
        ...said(refusals),
        digest: drive.digest,
        version: drive.version,
        permissions: permissionViews(drive.manifest.permissionsRequested),
        config_schema: drive.manifest.configSchema,
        price: price
          ? { amount_minor: price.amountMinor.toString(), currency: price.currency, interval: 'month' }
          : null,
      };
    });
  }
}

const said = (refusals: readonly AppError[]): HostPreflightView => ({
  installable: refusals.length === 0,
  refusals: refusals.map(({ code, message, details }) => ({
    code,
    message,
    details: details.map(({ pointer, code: what, message: text }) => ({ pointer, code: what, message: text })),
  })),
  digest: null,
  version: null,
  permissions: [],
  config_schema: null,
  price: null,
});
