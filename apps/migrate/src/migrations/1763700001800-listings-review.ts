import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `domain/review-criteria.ts` holds what each of them means; whether it may be not applicable is held here too. */
const CRITERIA_1: readonly (readonly [criterion: string, always: boolean])[] = [
  ['manifest_validity', true],
  ['request_signing', true],
  ['endpoint_behaviour', true],
  ['install_lifecycle', true],
  ['scope_minimisation', false],
  ['claims_versus_actual', true],
  ['transport_security', true],
  ['content_security', true],
  ['configuration_form', false],
  ['do_not_rules', true],
  ['compliance_claims', false],
  ['pricing', false],
  ['change_impact', false],
  ['listing_quality', true],
];

/** What reviewers work with: judgements criterion by criterion, who holds a case, exceptions by two. */
export class ListingsReview1763700001800 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await this.rounds(q);
    await this.judgements(q);
    await this.holds(q);
    await this.exceptions(q);
  }

  private async rounds(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.submissions
      add column round int not null default 1 check (round >= 1),
      add column decision_code text`);
    // A round is one stretch of review; the author's answer begins the next one.
    await q.query(`create function listings.submission_rounds() returns trigger language plpgsql as $$
      begin
        if new.round <> old.round + (old.state = 'changes_requested' and new.state = 'in_review')::int then
          raise exception 'a round begins with an answer and with nothing else' using errcode = '23514', constraint = 'submissions_rounds';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger rounds before update on listings.submissions for each row execute function listings.submission_rounds()`,
    );
    await q.query(`create function listings.assert_stranger(org uuid, person uuid) returns void language plpgsql as $$
      begin
        if exists (select 1 from authors.organization_members m where m.org_id = org and m.user_id = person
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
          raise exception 'a reviewer has no say about an own organisation' using errcode = '23514', constraint = 'submissions_reviewer_is_stranger';
        end if;
      end $$`);
  }

  private async judgements(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.review_criteria (
      version int not null check (version >= 1),
      criterion text not null check (criterion ~ '^[a-z_]{1,60}$'),
      always boolean not null,
      primary key (version, criterion))`);
    await q.query(`create trigger append_only before update or delete or truncate on listings.review_criteria
      for each statement execute function platform.refuse_change()`);
    for (const [criterion, always] of CRITERIA_1)
      await q.query(`insert into listings.review_criteria (version, criterion, always) values (1, $1, $2)`, [
        criterion,
        always,
      ]);
    await q.query(`create table listings.review_judgements (
      seq bigint generated always as identity primary key,
      submission_id uuid not null references listings.submissions,
      digest text not null,
      round int not null,
      criteria_version int not null,
      criterion text not null,
      verdict text not null check (verdict in ('pass', 'fail', 'needs_change', 'not_applicable')),
      note text not null default '' check (char_length(note) <= 2000),
      judged_by uuid not null,
      judged_by_name text not null,
      judged_at timestamptz not null default platform.portal_now(),
      foreign key (criteria_version, criterion) references listings.review_criteria (version, criterion),
      constraint review_judgements_note check (verdict in ('pass', 'not_applicable') or char_length(note) >= 10))`);
    await q.query(
      `create index review_judgements_of on listings.review_judgements (submission_id, criterion, seq desc)`,
    );
    await q.query(`create function listings.judgement_belongs() returns trigger language plpgsql as $$
      declare
        s listings.submissions;
      begin
        select * into s from listings.submissions where id = new.submission_id for share;
        if s.state <> 'in_review' or new.round <> s.round
            or new.digest is distinct from (select r.digest from listings.revisions r where r.id = s.revision_id) then
          raise exception 'a judgement is about the revision under review, in its present round' using errcode = '23514', constraint = 'review_judgements_of_revision';
        end if;
        if new.verdict = 'not_applicable'
            and (select c.always from listings.review_criteria c where (c.version, c.criterion) = (new.criteria_version, new.criterion)) then
          raise exception 'the criterion always applies' using errcode = '23514', constraint = 'review_judgements_applies';
        end if;
        perform listings.assert_stranger(s.org_id, new.judged_by);
        return new;
      end $$`);
    await q.query(
      `create trigger belongs before insert on listings.review_judgements for each row execute function listings.judgement_belongs()`,
    );
    await q.query(`create trigger append_only before update or delete or truncate on listings.review_judgements
      for each statement execute function platform.refuse_change()`);
  }

  private async holds(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.review_holds (
      submission_id uuid primary key references listings.submissions,
      holder_id uuid not null,
      holder_name text not null,
      held_since timestamptz not null,
      held_until timestamptz not null,
      check (held_until >= held_since))`);
  }

  private async exceptions(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.review_exceptions (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      submission_id uuid not null references listings.submissions,
      criterion text not null,
      check_id text not null check (char_length(check_id) <= 20),
      reason text not null check (char_length(reason) between 10 and 4000),
      ends_at timestamptz not null,
      proposed_by uuid not null,
      proposed_by_name text not null,
      proposed_at timestamptz not null default platform.portal_now(),
      confirmed_by uuid,
      confirmed_by_name text,
      confirmed_at timestamptz,
      ended_by uuid,
      ended_by_name text,
      ended_at timestamptz,
      end_reason text check (char_length(end_reason) <= 4000),
      constraint review_exceptions_two_people check (confirmed_by <> proposed_by),
      constraint review_exceptions_end check (ends_at > proposed_at and ends_at <= proposed_at + interval '366 days'),
      check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null) = (confirmed_by_name is null)),
      check ((ended_by is null) = (ended_at is null) and (ended_by is null) = (ended_by_name is null) and (ended_by is null) = (end_reason is null)))`);
    await q.query(`create index review_exceptions_of on listings.review_exceptions (drive_id, proposed_at)`);
    await q.query(`create function listings.keep_exception() returns trigger language plpgsql as $$
      declare
        org uuid;
      begin
        if tg_op = 'DELETE' then
          raise exception 'an exception is never removed' using errcode = '42501';
        end if;
        select l.org_id into org from listings.listings l where l.drive_id = new.drive_id;
        if tg_op = 'INSERT' then
          if new.confirmed_by is not null or new.ended_by is not null then
            raise exception 'an exception begins as a proposal' using errcode = '23514', constraint = 'review_exceptions_two_people';
          end if;
          perform listings.assert_stranger(org, new.proposed_by);
          return new;
        end if;
        if (new.id, new.drive_id, new.submission_id, new.criterion, new.check_id, new.reason, new.ends_at, new.proposed_by, new.proposed_by_name, new.proposed_at)
              is distinct from (old.id, old.drive_id, old.submission_id, old.criterion, old.check_id, old.reason, old.ends_at, old.proposed_by, old.proposed_by_name, old.proposed_at)
            or (old.confirmed_by is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at))
            or old.ended_by is not null then
          raise exception 'of an exception only confirmation and end are written later, once' using errcode = '42501';
        end if;
        if old.confirmed_by is null and new.confirmed_by is not null then
          if new.ends_at <= platform.portal_now() then
            raise exception 'the exception has ended' using errcode = '23514', constraint = 'review_exceptions_end';
          end if;
          perform listings.assert_stranger(org, new.confirmed_by);
        end if;
        return new;
      end $$`);
    await q.query(`create trigger kept before insert or update or delete on listings.review_exceptions
      for each row execute function listings.keep_exception()`);
    // In force: two people stand behind it, its day has not come, and nobody ended it before.
    await q.query(`create function listings.exceptions_in_force(drive uuid) returns setof listings.review_exceptions language sql stable as
      $$ select e.* from listings.review_exceptions e where e.drive_id = drive and e.confirmed_at is not null and e.ended_at is null
           and e.ends_at > platform.portal_now() $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop function listings.exceptions_in_force(uuid)`);
    await q.query(
      `drop table listings.review_exceptions, listings.review_holds, listings.review_judgements, listings.review_criteria`,
    );
    await q.query(`drop function listings.keep_exception()`);
    await q.query(`drop function listings.judgement_belongs()`);
    await q.query(`drop function listings.assert_stranger(uuid, uuid)`);
    await q.query(`drop trigger rounds on listings.submissions`);
    await q.query(`drop function listings.submission_rounds()`);
    await q.query(`alter table listings.submissions drop column round, drop column decision_code`);
  }
}
