import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import type { ProbedManifest } from './manifest-probe.js';

/** Maximum number of stored findings; the counts include all. */
const FINDINGS = 50;

interface DueManifestCheck {
  manifestUrl: string;
  submittedAt: Date;
}

/** Writes `authors.application_manifest_checks`: one row per submission. */
@Injectable()
export class ManifestChecksRepository {
  constructor(private readonly database: Database) {}

  /** The manifest that is still to be checked, of an application that is still waiting. */
  async due(applicationId: string): Promise<DueManifestCheck | undefined> {
    const [row] = await this.database.query<{ manifest_url: string; submitted_at: Date }>(
      `select a.manifest_url, a.submitted_at from authors.applications a
       where a.id = $1 and a.manifest_url <> '' and a.state in ('submitted', 'in_review', 'changes_requested') and not exists (
         select 1 from authors.application_manifest_checks c where (c.application_id, c.submitted_at) = (a.id, a.submitted_at))`,
      [applicationId],
    );
    return row && { manifestUrl: row.manifest_url, submittedAt: row.submitted_at };
  }

  async add(tx: Tx, applicationId: string, of: DueManifestCheck, found: ProbedManifest): Promise<void> {
    const count = (level: string): number => found.findings.filter((one) => one.level === level).length;
    const kept = found.findings.slice(0, FINDINGS).map(({ id, level, rule, fix }) => ({ id, level, rule, fix }));
    await tx.query(
      `insert into authors.application_manifest_checks (application_id, submitted_at, manifest_url, ok, errors, warnings, findings, digest)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [
        applicationId,
        of.submittedAt,
        of.manifestUrl,
        found.ok,
        count('error'),
        count('warning'),
        JSON.stringify(kept),
        found.digest,
      ],
    );
  }
}
