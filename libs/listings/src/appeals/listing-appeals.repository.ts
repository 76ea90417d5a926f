import { Injectable } from '@nestjs/common';
import { Ids, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { ListingAppealEntity } from './appeal.entity.js';
import type { AppealFacts, Removed } from './domain/appeal.js';

export interface Appealed extends AppealFacts {
  removalId: string | null;
}

/** Facts of the submission `s`, for `AppealFacts`. */
export const SUBMISSION_FACTS = `case when s.state = 'rejected' then s.decided_at end as "refusedAt", listings.is_superseded(s.id) as superseded,
    exists (select from listings.appeals a where a.submission_id = s.id) as appealed, null::uuid as "removalId"`;
/** Facts of the last removal `m` of the listing `l`. */
export const REMOVAL_FACTS = `case when l.state = 'removed' then m.removed_at end as "refusedAt", false as superseded,
    exists (select from listings.appeals a where a.removal_id = m.id) as appealed, m.id as "removalId"`;
/** The last removal of the listing `l`, as `m`. */
export const LAST_REMOVAL = `lateral (select r.id, r.approval_id, r.removed_at from listings.removals r where r.drive_id = l.drive_id
    order by r.removed_at desc limit 1) m on true`;

/** Writes `listings.appeals`: at most one per decision. Lock the listing first. */
@Injectable()
export class ListingAppealsRepository {
  constructor(private readonly ids: Ids) {}

  async factsOfSubmission(tx: Tx, submissionId: string): Promise<Appealed | undefined> {
    const [row] = await tx.query<Appealed>(`select ${SUBMISSION_FACTS} from listings.submissions s where s.id = $1`, [
      submissionId,
    ]);
    return row;
  }

  /** Of the last removal; undefined without any. */
  async factsOfRemoval(tx: Tx, driveId: string): Promise<Appealed | undefined> {
    const [row] = await tx.query<Appealed>(
      `select ${REMOVAL_FACTS} from listings.listings l join ${LAST_REMOVAL} where l.drive_id = $1`,
      [driveId],
    );
    return row;
  }

  async file(
    tx: Tx,
    actor: Actor,
    appeal: { driveId: string; orgId: string; submissionId: string | null; removalId: string | null; text: string },
  ): Promise<{ id: string; judges: string[] }> {
    invariant(actor.userId, 'an appeal is filed by a person');
    const id = this.ids.next();
    // The trigger writes who may not decide, from approvals, which callers cannot read.
    const [row] = await tx.bypassRowSecurity(() =>
      tx.query<{ judges: string[] }>(
        `insert into listings.appeals (id, drive_id, org_id, submission_id, removal_id, text, filed_by, filed_by_name, filed_at, judges)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{}') returning judges`,
        [
          id,
          appeal.driveId,
          appeal.orgId,
          appeal.submissionId,
          appeal.removalId,
          appeal.text,
          actor.userId,
          actor.name,
          tx.now,
        ],
      ),
    );
    return { id, judges: row!.judges };
  }

  find(tx: Tx, id: string): Promise<ListingAppealEntity | null> {
    return tx.manager.findOneBy(ListingAppealEntity, { id });
  }

  lock(tx: Tx, id: string): Promise<ListingAppealEntity | null> {
    return tx.manager.findOne(ListingAppealEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** The database refuses members of the author's organisation and people who share its bank account. */
  async decide(
    tx: Tx,
    actor: Actor,
    decision: { id: string; state: 'granted' | 'dismissed'; text: string },
  ): Promise<void> {
    await tx.manager.update(
      ListingAppealEntity,
      { id: decision.id, state: 'open' },
      {
        state: decision.state,
        decidedBy: actor.userId,
        decidedByName: actor.name,
        decisionText: decision.text,
        endedAt: tx.now,
      },
    );
  }

  async withdraw(tx: Tx, id: string): Promise<void> {
    const end = { state: 'withdrawn' as const, endedAt: tx.now };
    await tx.manager.update(ListingAppealEntity, { id, state: 'open' }, end);
  }

  /** Ends open appeals about refused submissions of a Drive. */
  async supersede(tx: Tx, driveId: string): Promise<{ id: string; submissionId: string }[]> {
    return tx.query<{ id: string; submissionId: string }>(
      `with ended as (update listings.appeals set state = 'superseded', ended_at = $2
         where drive_id = $1 and state = 'open' and submission_id is not null returning id, submission_id)
       select id, submission_id as "submissionId" from ended`,
      [driveId, tx.now],
    );
  }

  /** The circumstances of the current removal of a listing. */
  async removed(tx: Tx, driveId: string): Promise<Removed> {
    const [row] = await tx.query<Removed>(
      `select c.from_state as "from", exists (select from listings.state_changes p where p.drive_id = l.drive_id
           and (p.from_state, p.to_state) = ('listed', 'paused') and p.changed_at = w.proposed_at) as "pausedForIt"
       from listings.listings l join ${LAST_REMOVAL} join approvals.approvals w on w.id = m.approval_id
       join lateral (select x.from_state from listings.state_changes x where x.drive_id = l.drive_id and x.to_state = 'removed'
         order by x.changed_at desc, x.id desc limit 1) c on true
       where l.drive_id = $1`,
      [driveId],
    );
    invariant(row, 'a removed listing was moved there');
    return { from: row.from, pausedForIt: row.pausedForIt };
  }
}
