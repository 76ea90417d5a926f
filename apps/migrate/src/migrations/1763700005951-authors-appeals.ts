import type { MigrationInterface, QueryRunner } from 'typeorm';

const MOVES = (
  appealed: string,
): string => `create or replace function authors.application_moves() returns trigger language plpgsql as $$
  begin
    if new.state = old.state then return new; end if;
    if (old.state, new.state) not in (
      ('draft', 'submitted'), ('draft', 'withdrawn'),
      ('submitted', 'in_review'), ('submitted', 'withdrawn'),
      ('in_review', 'changes_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'withdrawn'),
      ('changes_requested', 'in_review'), ('changes_requested', 'withdrawn')${appealed ? `, ('rejected', 'in_review')` : ''}) then
      raise exception 'an application cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'applications_transition';
    end if;
    ${appealed}
    if new.state in ('approved', 'rejected', 'changes_requested') and exists (
      select 1 from authors.organization_members m where m.org_id = new.org_id and m.user_id = new.decided_by
        and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
      raise exception 'a reviewer cannot decide on an own organisation' using errcode = '23514', constraint = 'applications_reviewer_is_stranger';
    end if;
    return new;
  end $$`;
const ROUNDS = (
  from: string,
): string => `create or replace function authors.application_rounds() returns trigger language plpgsql as $$
  begin
    new.round := old.round + (old.state in (${from}) and new.state = 'in_review')::int;
    return new;
  end $$`;
const ACTIONS = `'created', 'submitted', 'opened', 'changes_requested', 'approved', 'rejected', 'withdrawn'`;

/** A refused application is appealed once, and somebody else than who refused it decides, on the appeal and after it. */
export class AuthorsAppeals1763700005951 implements MigrationInterface {
  name = 'AuthorsAppeals1763700005951';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table authors.application_appeals (
      application_id uuid primary key references authors.applications,
      state text not null default 'open' check (state in ('open', 'granted', 'dismissed')),
      text text not null check (char_length(text) between 20 and 4000),
      filed_by uuid not null,
      filed_by_name text not null,
      filed_at timestamptz not null default platform.portal_now(),
      refused_by uuid not null,
      decided_by uuid,
      decided_by_name text,
      decision_text text check (char_length(decision_text) between 20 and 4000),
      decided_at timestamptz,
      constraint application_appeals_decided check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_by_name is null)
        and (state = 'open') = (decision_text is null) and (state = 'open') = (decided_at is null)),
      constraint application_appeals_other_person check (decided_by <> refused_by))`);
    await q.query(
      `create index application_appeals_open on authors.application_appeals (filed_at) where state = 'open'`,
    );
    await q.query(`create function authors.keep_appeal() returns trigger language plpgsql as $$
      declare
        a authors.applications;
      begin
        if tg_op = 'DELETE' then
          raise exception 'an appeal is never removed' using errcode = '42501';
        end if;
        select * into a from authors.applications where id = new.application_id for share;
        if tg_op = 'INSERT' then
          if a.state <> 'rejected' or a.decided_by is distinct from new.refused_by or new.state <> 'open' then
            raise exception 'only a refusal is appealed' using errcode = '23514', constraint = 'application_appeals_of_refusal';
          end if;
          return new;
        end if;
        if old.state <> 'open' or (new.application_id, new.text, new.filed_by, new.filed_by_name, new.filed_at, new.refused_by)
            is distinct from (old.application_id, old.text, old.filed_by, old.filed_by_name, old.filed_at, old.refused_by) then
          raise exception 'an appeal is decided once and not rewritten' using errcode = '42501';
        end if;
        if exists (select 1 from authors.organization_members m where m.org_id = a.org_id and m.user_id = new.decided_by
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
          raise exception 'a reviewer does not decide on an own organisation' using errcode = '23514', constraint = 'applications_reviewer_is_stranger';
        end if;
        perform statements.assert_other_payee(a.org_id, new.decided_by);
        return new;
      end $$`);
    await q.query(
      `create trigger kept before insert or update or delete on authors.application_appeals for each row execute function authors.keep_appeal()`,
    );
    await q.query(
      MOVES(`if old.state = 'rejected' and not exists (select 1 from authors.application_appeals p where p.application_id = new.id and p.state = 'granted') then
      raise exception 'an application cannot go from rejected to in_review without a granted appeal' using errcode = '23514', constraint = 'applications_transition';
    end if;
    if new.state in ('approved', 'rejected', 'changes_requested') and exists (
      select 1 from authors.application_appeals p where p.application_id = new.id and p.refused_by = new.decided_by) then
      raise exception 'who refused does not decide after the appeal' using errcode = '23514', constraint = 'application_appeals_other_person';
    end if;`),
    );
    await q.query(ROUNDS(`'changes_requested', 'rejected'`));
    await q.query(`alter table authors.application_steps drop constraint application_steps_action_check`);
    await q.query(
      `alter table authors.application_steps add constraint application_steps_action_check check (action in (${ACTIONS}, 'appealed', 'appeal_granted', 'appeal_dismissed'))`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(MOVES(''));
    await q.query(ROUNDS(`'changes_requested'`));
    await q.query(`alter table authors.application_steps drop constraint application_steps_action_check`);
    await q.query(
      `alter table authors.application_steps add constraint application_steps_action_check check (action in (${ACTIONS}))`,
    );
    await q.query(`drop table authors.application_appeals`);
    await q.query(`drop function authors.keep_appeal()`);
  }
}
