import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `domain/application-criteria.ts` holds what each of them means; whether it needs a note in any case is held here too. */
const CRITERIA_1: readonly (readonly [criterion: string, noteAlways: boolean])[] = [
  ['identity', true],
  ['product', true],
  ['name', false],
  ['access', false],
  ['security_contact', false],
  ['do_not_rules', false],
  ['sanctions', true],
];
const CATEGORIES = `('', 'Productivity', 'Sales', 'Content', 'Operations', 'Intelligence', 'Marketing', 'Compliance', 'Utilities')`;

/** Applications are judged criterion by criterion, like Drives; a decision without does not pass, whoever writes it. */
export class AuthorsApplicationReview1763700005830 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table authors.applications
      add column category text not null default '' check (category in ${CATEGORIES}),
      add column round int not null default 1 check (round >= 1)`);
    // A round is one stretch of review; the applicant's answer begins the next one.
    await q.query(`create function authors.application_rounds() returns trigger language plpgsql as $$
      begin
        new.round := old.round + (old.state = 'changes_requested' and new.state = 'in_review')::int;
        return new;
      end $$`);
    await q.query(
      `create trigger rounds before update on authors.applications for each row execute function authors.application_rounds()`,
    );
    await this.judgements(q);
    await this.gate(q);
  }

  private async judgements(q: QueryRunner): Promise<void> {
    await q.query(`create table authors.application_criteria (
      version int not null check (version >= 1),
      criterion text not null check (criterion ~ '^[a-z_]{1,60}$'),
      note_always boolean not null,
      primary key (version, criterion))`);
    for (const [criterion, noteAlways] of CRITERIA_1)
      await q.query(`insert into authors.application_criteria (version, criterion, note_always) values (1, $1, $2)`, [
        criterion,
        noteAlways,
      ]);
    await q.query(`create table authors.application_judgements (
      seq bigint generated always as identity primary key,
      application_id uuid not null references authors.applications,
      round int not null,
      criteria_version int not null,
      criterion text not null,
      verdict text not null check (verdict in ('pass', 'needs_change', 'fail')),
      note text not null default '' check (char_length(note) <= 2000),
      judged_by uuid not null,
      judged_by_name text not null,
      judged_at timestamptz not null default platform.portal_now(),
      foreign key (criteria_version, criterion) references authors.application_criteria (version, criterion))`);
    await q.query(
      `create index application_judgements_of on authors.application_judgements (application_id, criterion, seq desc)`,
    );
    await q.query(`create function authors.application_judgement_belongs() returns trigger language plpgsql as $$
      declare
        a authors.applications;
      begin
        select * into a from authors.applications where id = new.application_id for share;
        if a.state <> 'in_review' or new.round <> a.round then
          raise exception 'a judgement is about an application under review, in its present round' using errcode = '23514', constraint = 'application_judgements_of_round';
        end if;
        if char_length(new.note) < 10 and (new.verdict <> 'pass'
            or (select c.note_always from authors.application_criteria c where (c.version, c.criterion) = (new.criteria_version, new.criterion))) then
          raise exception 'the judgement needs a note' using errcode = '23514', constraint = 'application_judgements_note';
        end if;
        if exists (select 1 from authors.organization_members m where m.org_id = a.org_id and m.user_id = new.judged_by
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
          raise exception 'a reviewer does not judge an own organisation' using errcode = '23514', constraint = 'applications_reviewer_is_stranger';
        end if;
        perform statements.assert_other_payee(a.org_id, new.judged_by);
        return new;
      end $$`);
    await q.query(
      `create trigger belongs before insert on authors.application_judgements for each row execute function authors.application_judgement_belongs()`,
    );
    for (const table of ['application_criteria', 'application_judgements'])
      await q.query(
        `create trigger append_only before update or delete or truncate on authors.${table} for each statement execute function platform.refuse_change()`,
      );
  }

  private async gate(q: QueryRunner): Promise<void> {
    // What counts of each criterion now; no verdict: it is still to be judged.
    await q.query(`create function authors.application_standing(application uuid) returns table (criterion text, verdict text)
      language sql stable as $$
        select c.criterion, j.verdict from authors.applications a
        join authors.application_criteria c on c.version = (select max(version) from authors.application_criteria)
        left join lateral (select n.verdict from authors.application_judgements n
          where n.application_id = a.id and n.round = a.round and n.criterion = c.criterion and n.criteria_version = c.version
          order by n.seq desc limit 1) j on true
        where a.id = application $$`);
    await q.query(`create function authors.application_gate() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from authors.application_standing(new.id) s where s.verdict is null) then
          raise exception 'a criterion is not judged' using errcode = '23514', constraint = 'applications_all_judged';
        end if;
        if new.state = 'approved' and exists (select 1 from authors.application_standing(new.id) s where s.verdict <> 'pass') then
          raise exception 'a criterion stands against an approval' using errcode = '23514', constraint = 'applications_none_against';
        end if;
        if new.state = 'changes_requested' and not exists (select 1 from authors.application_standing(new.id) s where s.verdict <> 'pass') then
          raise exception 'there is no change to request' using errcode = '23514', constraint = 'applications_some_against';
        end if;
        if new.state = 'rejected' and not exists (select 1 from authors.application_standing(new.id) s where s.verdict = 'fail') then
          raise exception 'a rejection has a failed criterion' using errcode = '23514', constraint = 'applications_some_failed';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger gate after update on authors.applications for each row
      when (old.state = 'in_review' and new.state in ('approved', 'changes_requested', 'rejected'))
      execute function authors.application_gate()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger gate on authors.applications`);
    await q.query(`drop function authors.application_gate()`);
    await q.query(`drop function authors.application_standing(uuid)`);
    await q.query(`drop table authors.application_judgements, authors.application_criteria`);
    await q.query(`drop function authors.application_judgement_belongs()`);
    await q.query(`drop trigger rounds on authors.applications`);
    await q.query(`drop function authors.application_rounds()`);
    await q.query(`alter table authors.applications drop column category, drop column round`);
  }
}
