import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import type { Actor, Tx } from '@portal/platform';
import type { AppealState } from './domain/appeal-state.js';

export interface Appeal {
  state: AppealState;
  refusedBy: string;
}

/** Writes `authors.application_appeals`: at most one of an application, for ever. */
@Injectable()
export class AppealsRepository {
  async file(tx: Tx, actor: Actor, appeal: { applicationId: string; refusedBy: string; text: string }): Promise<void> {
    invariant(actor.userId, 'an appeal is filed by a person');
    await tx.query(
      `insert into authors.application_appeals (application_id, text, filed_by, filed_by_name, refused_by) values ($1, $2, $3, $4, $5)`,
      [appeal.applicationId, appeal.text, actor.userId, actor.name, appeal.refusedBy],
    );
  }

  /** Whether an appeal of the organisation waits. */
  async isOpen(tx: Tx, orgId: string): Promise<boolean> {
    const rows = await tx.query(
      `select 1 from authors.application_appeals p join authors.applications a on a.id = p.application_id
       where a.org_id = $1 and p.state = 'open'`,
      [orgId],
    );
    return rows.length > 0;
  }

  async lock(tx: Tx, applicationId: string): Promise<Appeal | undefined> {
    const [row] = await tx.query<{ state: AppealState; refused_by: string }>(
      `select state, refused_by from authors.application_appeals where application_id = $1 for update`,
      [applicationId],
    );
    return row && { state: row.state, refusedBy: row.refused_by };
  }

  async withdraw(tx: Tx, applicationId: string): Promise<void> {
    await tx.query(
      `update authors.application_appeals set state = 'withdrawn', decided_at = $2 where application_id = $1 and state = 'open'`,
      [applicationId, tx.now],
    );
  }

  async decide(
    tx: Tx,
    actor: Actor,
    decision: { applicationId: string; state: AppealState; text: string },
  ): Promise<void> {
    await tx.query(
      `update authors.application_appeals set state = $2, decided_by = $3, decided_by_name = $4, decision_text = $5, decided_at = $6
       where application_id = $1 and state = 'open'`,
      [decision.applicationId, decision.state, actor.userId, actor.name, decision.text, tx.now],
    );
  }
}
