import { Injectable, Optional } from '@nestjs/common';
import { Database, Transactor } from '@portal/platform/database';
import { ManifestProbe } from './manifest-probe.js';

/** Maximum number of stored findings; the counts include all. */
const FINDINGS = 50;

/** Checks the manifest named in an application. For information: no decision depends on it. */
@Injectable()
export class CheckAppliedManifest {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    @Optional() private readonly probe?: ManifestProbe,
  ) {}

  /** Runs once per submission. Skips applications that are no longer waiting. */
  async execute(applicationId: string): Promise<void> {
    const [due] = await this.database.query<{ manifest_url: string; submitted_at: Date }>(
      `select a.manifest_url, a.submitted_at from authors.applications a
       where a.id = $1 and a.manifest_url <> '' and a.state in ('submitted', 'in_review', 'changes_requested') and not exists (
         select 1 from authors.application_manifest_checks c where (c.application_id, c.submitted_at) = (a.id, a.submitted_at))`,
      [applicationId],
    );
    if (!due || !this.probe) return;
    const { ok, digest, findings } = await this.probe.check(due.manifest_url);
    const count = (of: string): number => findings.filter(({ level }) => level === of).length;
    const shown = findings.slice(0, FINDINGS).map(({ id, level, rule, fix }) => ({ id, level, rule, fix }));
    await this.transactor.run((tx) =>
      tx.query(
        `insert into authors.application_manifest_checks (application_id, submitted_at, manifest_url, ok, errors, warnings, findings, digest)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [
          applicationId,
          due.submitted_at,
          due.manifest_url,
          ok,
          count('error'),
          count('warning'),
          JSON.stringify(shown),
          digest,
        ],
      ),
    );
  }
}
