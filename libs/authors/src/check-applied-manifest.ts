import { Injectable, Optional } from '@nestjs/common';
import { Database, Transactor } from '@portal/platform';
import { ManifestProbe } from './manifest-probe.js';

/** Findings that are kept; their numbers are kept of all. */
const FINDINGS = 50;

/** Looks at the manifest that an application names. For information: nothing waits for it and nothing is decided by it. */
@Injectable()
export class CheckAppliedManifest {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    @Optional() private readonly probe?: ManifestProbe,
  ) {}

  /** Once for each time the application was submitted; one that waits for nobody any more is left alone. */
  async execute(applicationId: string): Promise<void> {
    const [row] = await this.database.query<{ manifest_url: string; submitted_at: Date }>(
      `select a.manifest_url, a.submitted_at from authors.applications a
       where a.id = $1 and a.manifest_url <> '' and a.state in ('submitted', 'in_review', 'changes_requested') and not exists (
         select 1 from authors.application_manifest_checks c where (c.application_id, c.submitted_at) = (a.id, a.submitted_at))`,
      [applicationId],
    );
    if (!row || !this.probe) return;
    const { ok, digest, findings } = await this.probe.check(row.manifest_url);
    const count = (level: string): number => findings.filter((one) => one.level === level).length;
    const kept = findings.slice(0, FINDINGS).map(({ id, level, rule, fix }) => ({ id, level, rule, fix }));
    await this.transactor.run((tx) =>
      tx.query(
        `insert into authors.application_manifest_checks (application_id, submitted_at, manifest_url, ok, errors, warnings, findings, digest)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [
          applicationId,
          row.submitted_at,
          row.manifest_url,
          ok,
          count('error'),
          count('warning'),
          JSON.stringify(kept),
          digest,
        ],
      ),
    );
  }
}
