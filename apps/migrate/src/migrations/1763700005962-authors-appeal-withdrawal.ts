import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTIONS = `'created', 'submitted', 'opened', 'changes_requested', 'approved', 'rejected', 'withdrawn', 'appealed', 'appeal_granted', 'appeal_dismissed'`;
const actions = (more: string): string =>
  `alter table authors.application_steps drop constraint application_steps_action_check,
     add constraint application_steps_action_check check (action in (${ACTIONS}${more}))`;
/** `also`: the state that ends an appeal without a decision of anybody. */
const ended = (also: string): string[] => [
  `alter table authors.application_appeals drop constraint application_appeals_state_check,
     add constraint application_appeals_state_check check (state in ('open', 'granted', 'dismissed'${also && `, '${also}'`}))`,
  `alter table authors.application_appeals drop constraint application_appeals_decided,
     add constraint application_appeals_decided check ((state in ('open'${also && `, '${also}'`})) = (decided_by is null)
       and num_nonnulls(decided_by, decided_by_name, decision_text) in (0, 3) and (state = 'open') = (decided_at is null))`,
];

/** An applicant takes an appeal back while nobody has decided: the refusal stands, and another application is possible. */
export class AuthorsAppealWithdrawal1763700005962 implements MigrationInterface {
  name = 'AuthorsAppealWithdrawal1763700005962';

  async up(q: QueryRunner): Promise<void> {
    for (const statement of ended('withdrawn')) await q.query(statement);
    await q.query(actions(`, 'appeal_withdrawn'`));
  }

  /** Refused while an appeal has been withdrawn. */
  async down(q: QueryRunner): Promise<void> {
    await q.query(actions(''));
    for (const statement of ended('')) await q.query(statement);
  }
}
