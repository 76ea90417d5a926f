import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { bypassRowSecurity, Transactor } from '@portal/platform/database';
import type { RunWindow } from './read/run-windows.js';
import type { StatementKey } from './read/statement-source.js';

/** Writes down that a sealed statement is not the one that was sealed, once, for the worklist of finance. */
@Injectable()
export class NoteAltered {
  constructor(
    private readonly transactor: Transactor,
    private readonly audit: Audit,
  ) {}

  /** Whoever reads it may find it, also its author, who writes nothing: it is noted by the portal. */
  async execute(run: RunWindow, { orgId, currency }: StatementKey): Promise<void> {
    await bypassRowSecurity(() =>
      this.transactor.run(async (tx) => {
        const added = await tx.query(
          `insert into statements.alterations (run_id, org_id, currency) values ($1, $2, $3) on conflict do nothing returning 1`,
          [run.runId, orgId, currency],
        );
        if (added.length === 0) return;
        await this.audit.record(tx, {
          actor: SYSTEM_ACTOR,
          action: 'statement.found_altered',
          subjectType: 'organization',
          subjectId: orgId,
          after: { run_id: run.runId, month: run.month, currency },
        });
      }),
    );
  }
}
