import { Injectable } from '@nestjs/common';
import { CONTRACT_DRAFT, type ContractVersion } from '@portal/contract';
import { Config } from '@portal/platform/config';
import { Database, type Tx } from '@portal/platform/database';
import { ContractVersionEntity } from './contract-version.entity.js';

interface Row {
  major: number;
  flat: string;
  structured: string;
  schema_version: number;
  released_at: Date;
  deprecated_at: Date | null;
  sunset_at: Date | null;
}

/** The versions of the contract that this host knows, with their dates. */
@Injectable()
export class ContractVersions {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Oldest first; with the draft at the end where the setting asks for it. */
  async all(): Promise<ContractVersion[]> {
    const rows = await this.database.query<Row>(
      `select major, flat, structured, schema_version, released_at, deprecated_at, sunset_at from listings.contract_versions order by major`,
    );
    const versions = rows.map((row): ContractVersion => ({
      major: row.major,
      spelling: { flat: row.flat, structured: row.structured },
      schemaVersion: row.schema_version,
      releasedAt: row.released_at.getTime(),
      deprecatedAt: row.deprecated_at?.getTime() ?? null,
      sunsetAt: row.sunset_at?.getTime() ?? null,
    }));
    const withDraft = this.config.contractDraft && versions.every(({ major }) => major < CONTRACT_DRAFT.major);
    return withDraft ? [...versions, CONTRACT_DRAFT] : versions;
  }

  /** The same with the instant at which manifests are judged by them. */
  async now(): Promise<{ contractVersions: ContractVersion[]; at: number }> {
    return { contractVersions: await this.all(), at: (await this.database.now()).getTime() };
  }

  /** All released ones, locked until the transaction ends. */
  async lock(tx: Tx): Promise<ContractVersion[]> {
    const rows = await tx.manager.find(ContractVersionEntity, {
      order: { major: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(({ flat, structured, releasedAt, deprecatedAt, sunsetAt, ...row }) => ({
      ...row,
      spelling: { flat, structured },
      releasedAt: releasedAt.getTime(),
      deprecatedAt: deprecatedAt?.getTime() ?? null,
      sunsetAt: sunsetAt?.getTime() ?? null,
    }));
  }

  async end(tx: Tx, major: number, dates: { deprecatedAt: Date; sunsetAt: Date }): Promise<void> {
    await tx.manager.update(ContractVersionEntity, { major }, dates);
  }
}
