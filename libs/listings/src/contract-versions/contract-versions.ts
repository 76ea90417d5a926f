import { Injectable } from '@nestjs/common';
import { CONTRACT_DRAFT, sunsetProblem, sunsetSentence, type ContractVersion } from '@portal/contract';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ContractVersionEntity } from './contract-versions.entity.js';

const ALL = `select major, flat, structured, schema_version as "schemaVersion", released_at as "releasedAt", deprecated_at as "deprecatedAt",
  sunset_at as "sunsetAt" from listings.contract_versions order by major`;

/** The versions of the contract that this host knows, with their dates. */
@Injectable()
export class ContractVersions {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly transactor: Transactor,
  ) {}

  /** Oldest first; with the draft at the end where the setting asks for it. */
  async all(): Promise<ContractVersion[]> {
    const versions = (await this.database.query<ContractVersionEntity & object>(ALL)).map(versionOf);
    const withDraft = this.config.contractDraft && versions.every(({ major }) => major < CONTRACT_DRAFT.major);
    return withDraft ? [...versions, CONTRACT_DRAFT] : versions;
  }

  /** The same with the instant at which manifests are judged by them. */
  async now(): Promise<{ contractVersions: ContractVersion[]; at: number }> {
    return { contractVersions: await this.all(), at: (await this.database.now()).getTime() };
  }

  /**
   * Announces the end of a version. Announced again, the end can only move later.
   * @throws AppError `contract_version_not_found` (404), `contract_sunset_refused` (409) with the reason in its details
   */
  async announceSunset(major: number, dates: { deprecatedAt: Date; sunsetAt: Date }, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const versions = (await tx.query<ContractVersionEntity & object>(`${ALL} for update`)).map(versionOf);
      const version = versions.find((one) => one.major === major);
      if (!version) throw listingsErrors.contract_version_not_found();
      const [deprecatedAt, sunsetAt] = [dates.deprecatedAt.getTime(), dates.sunsetAt.getTime()];
      // A request that is repeated has been done.
      if (version.deprecatedAt === deprecatedAt && version.sunsetAt === sunsetAt) return;
      const sunset = { deprecatedAt, sunsetAt, announcedAt: tx.now.getTime() };
      const code = sunsetProblem(version, sunset, versions);
      if (code !== null) {
        const pointer = code === 'deprecation_moved' ? '/deprecated_at' : '/sunset_at';
        const details = [{ pointer, code, message: sunsetSentence(code, sunset) }];
        throw listingsErrors.contract_sunset_refused({ details });
      }
      await tx.manager.update(ContractVersionEntity, { major }, dates);
      await tx.audit(actor, 'contract_version.sunset_announced', ['contract_version', String(major)], {
        after: { deprecated_at: dates.deprecatedAt.toISOString(), sunset_at: dates.sunsetAt.toISOString() },
      });
    });
  }
}

const versionOf = (row: ContractVersionEntity): ContractVersion => ({
  major: row.major,
  spelling: { flat: row.flat, structured: row.structured },
  schemaVersion: row.schemaVersion,
  releasedAt: row.releasedAt.getTime(),
  deprecatedAt: row.deprecatedAt?.getTime() ?? null,
  sunsetAt: row.sunsetAt?.getTime() ?? null,
});
