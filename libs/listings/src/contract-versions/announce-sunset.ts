import { Injectable } from '@nestjs/common';
import { sunsetProblem, sunsetSentence } from '@portal/contract';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ContractVersions } from './contract-versions.js';

/** Announces the end of a version of the contract. Announced again, the end can only move later. */
@Injectable()
export class AnnounceSunset {
  constructor(
    private readonly transactor: Transactor,
    private readonly versions: ContractVersions,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `contract_version_not_found` (404), `contract_sunset_refused` (409) with the reason in its details */
  async execute(major: number, dates: { deprecatedAt: Date; sunsetAt: Date }, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const versions = await this.versions.lock(tx);
      const version = versions.find((one) => one.major === major);
      if (!version) throw new AppError(listingsErrors.contract_version_not_found);
      const [deprecatedAt, sunsetAt] = [dates.deprecatedAt.getTime(), dates.sunsetAt.getTime()];
      // A request that is repeated has been done.
      if (version.deprecatedAt === deprecatedAt && version.sunsetAt === sunsetAt) return;
      const sunset = { deprecatedAt, sunsetAt, announcedAt: tx.now.getTime() };
      const problem = sunsetProblem(version, sunset, versions);
      if (problem !== null)
        throw new AppError(listingsErrors.contract_sunset_refused, {
          details: [
            {
              pointer: problem === 'deprecation_moved' ? '/deprecated_at' : '/sunset_at',
              code: problem,
              message: sunsetSentence(problem, sunset),
            },
          ],
        });
      await this.versions.end(tx, major, dates);
      await this.audit.record(tx, {
        actor,
        action: 'contract_version.sunset_announced',
        subjectType: 'contract_version',
        subjectId: String(major),
        after: { deprecated_at: dates.deprecatedAt.toISOString(), sunset_at: dates.sunsetAt.toISOString() },
      });
    });
  }
}
