import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { bypassRowSecurity, Transactor } from '@portal/platform/database';
import type { RunWindow } from './read/run-windows.js';
import type { StatementKey } from './read/statement-source.js';

/** Records once that a sealed statement has been altered, so that finance gets an item. */
@Injectable()
export class NoteAltered {
  constructor(private readonly transactor: Transactor) {}

  /** Written by the portal itself, because the reader who finds it may be the author, who has no right to write. */
  async execute(run: RunWindow, { orgId, currency }: StatementKey): Promise<void> {
    await bypassRowSecurity(() =>
      this.transactor.run(async (tx) => {
        const added = await tx.query(
          `insert into statements.alterations (run_id, org_id, currency) values ($1, $2, $3) on conflict do nothing returning 1`,
          [run.runId, orgId, currency],
        );
        if (added.length === 0) return;
        await tx.audit(SYSTEM_ACTOR, 'statement.found_altered', ['organization', orgId], {
          after: { run_id: run.runId, month: run.month, currency },
        });
      }),
    );
  }
}
