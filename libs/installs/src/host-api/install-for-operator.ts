import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { InstallWish } from '../install/install-gates.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { RequestInstall } from '../install/request-install.js';
import { externalVenture } from './external-venture.js';
import type { Place } from './preflight.js';

/** The host installs for an operator whose consent it has; every gate is the same (`RequestInstall`). */
@Injectable()
export class InstallForOperator {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly request: RequestInstall,
  ) {}

  /** @throws AppError `unknown_tenant`, `unknown_venture`, `plugin_not_found` (404), and those of `RequestInstall` */
  async execute(
    { drive: slug, ...place }: Place,
    agreed: Omit<InstallWish, 'ventureId' | 'driveId'>,
    by: { readonly operatorEmail: string; readonly actor: Actor },
  ): Promise<string> {
    const venture = await this.transactor.run((tx) => externalVenture(this.repository, tx, place));
    const drive = await this.listings.installableBySlug(slug);
    if (!drive) throw new AppError(installsErrors.plugin_not_found);
    const wish = { ...agreed, ventureId: venture.id, driveId: drive.driveId };
    return this.request.execute(wish, by.actor, by.operatorEmail);
  }
}
