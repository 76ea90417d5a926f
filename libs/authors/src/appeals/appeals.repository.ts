import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { ApplicationAppealEntity } from './appeal.entity.js';
import type { AppealState } from './domain/appeal-state.js';

interface Appeal {
  state: AppealState;
  refusedBy: string;
}

/** Writes `authors.application_appeals`: at most one per application, ever. */
@Injectable()
export class AppealsRepository {
  async file(tx: Tx, actor: Actor, appeal: { applicationId: string; refusedBy: string; text: string }): Promise<void> {
    invariant(actor.userId, 'an appeal is filed by a person');
    await tx.manager.insert(ApplicationAppealEntity, { ...appeal, filedBy: actor.userId, filedByName: actor.name });
  }

  /** Whether the organisation has an open appeal. */
  async isOpen(tx: Tx, orgId: string): Promise<boolean> {
    const rows = await tx.query(
      `select 1 from authors.application_appeals p join authors.applications a on a.id = p.application_id
       where a.org_id = $1 and p.state = 'open'`,
      [orgId],
    );
    return rows.length > 0;
  }

  async lock(tx: Tx, applicationId: string): Promise<Appeal | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.manager.findOne(ApplicationAppealEntity, { where: { applicationId }, lock })) ?? undefined;
  }

  async withdraw(tx: Tx, applicationId: string): Promise<void> {
    await tx.manager.update(
      ApplicationAppealEntity,
      { applicationId, state: 'open' },
      { state: 'withdrawn', decidedAt: tx.now },
    );
  }

  async decide(
    tx: Tx,
    actor: Actor,
    decision: { applicationId: string; state: AppealState; text: string },
  ): Promise<void> {
    await tx.manager.update(
      ApplicationAppealEntity,
      { applicationId: decision.applicationId, state: 'open' },
      {
        state: decision.state,
        decidedBy: actor.userId,
        decidedByName: actor.name,
        decisionText: decision.text,
        decidedAt: tx.now,
      },
    );
  }
}
