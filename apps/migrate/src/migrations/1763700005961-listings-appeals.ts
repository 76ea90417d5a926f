import type { MigrationInterface, QueryRunner } from 'typeorm';

const submissionMoves = (
  appealed: boolean,
): string => `create or replace function listings.submission_moves() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.state not in ('received', 'in_review') then
        raise exception 'a submission cannot start as %', new.state using errcode = '23514', constraint = 'submissions_transition';
      end if;
      return new;
    end if;
    if new.revision_id is distinct from old.revision_id and old.revision_id is not null then
      raise exception 'a submission keeps its revision' using errcode = '23514', constraint = 'submissions_revision_kept';
    end if;
    if new.state = old.state then return new; end if;
    if (old.state, new.state) not in (
      ('received', 'validating'), ('received', 'withdrawn'),
      ('validating', 'failed'), ('validating', 'in_review'), ('validating', 'withdrawn'),
      ('in_review', 'changes_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'withdrawn'),
      ('changes_requested', 'in_review'), ('changes_requested', 'withdrawn')${appealed ? `, ('rejected', 'in_review')` : ''}) then
      raise exception 'a submission cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'submissions_transition';
    end if;
    ${
      appealed
        ? `if old.state = 'rejected' and not exists (select 1 from listings.appeals a where a.submission_id = new.id and a.state = 'granted') then
      raise exception 'a submission cannot go from rejected to in_review without a granted appeal' using errcode = '23514', constraint = 'submissions_transition';
    end if;
    if new.state in ('changes_requested', 'approved', 'rejected') and exists (
      select 1 from listings.appeals a where a.submission_id = new.id and new.decided_by = any(a.judges)) then
      raise exception 'who refused does not decide after the appeal' using errcode = '23514', constraint = 'appeals_other_person';
    end if;`
        : ''
    }
    if new.state in ('changes_requested', 'approved', 'rejected') and exists (
      select 1 from authors.organization_members m where m.org_id = new.org_id and m.user_id = new.decided_by
        and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
      raise exception 'a reviewer cannot decide on an own organisation' using errcode = '23514', constraint = 'submissions_reviewer_is_stranger';
    end if;
    return new;
  end $$`;

const rounds = (
  from: string,
): string => `create or replace function listings.submission_rounds() returns trigger language plpgsql as $$
  begin
    if new.round <> old.round + (old.state in (${from}) and new.state = 'in_review')::int then
      raise exception 'a round begins with an answer or a granted appeal and with nothing else' using errcode = '23514', constraint = 'submissions_rounds';
    end if;
    return new;
  end $$`;

const listingMoves = (
  appealed: boolean,
): string => `create or replace function listings.listing_moves() returns trigger language plpgsql as $$
  begin
    if new.state = old.state then
      return new;
    end if;
    if (old.state, new.state) not in (('unlisted', 'listed'), ('listed', 'paused'), ('paused', 'listed'),
         ('listed', 'sunset_announced'), ('paused', 'sunset_announced'), ('sunset_announced', 'listed'),
         ('sunset_announced', 'closed_to_installs'), ('closed_to_installs', 'retired')${
           appealed ? `, ('removed', 'listed'), ('removed', 'paused'), ('removed', 'closed_to_installs')` : ''
         })
       and not (new.state = 'removed' and old.state in ('listed', 'paused', 'sunset_announced', 'closed_to_installs')) then
      raise exception 'listings: a listing cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'listings_transition';
    end if;
    ${
      appealed
        ? `if old.state = 'removed' and exists (select 1 from listings.removals r where r.drive_id = new.drive_id and r.confirmed_by is not null
         and not exists (select 1 from listings.appeals a where a.removal_id = r.id and a.state = 'granted')) then
      raise exception 'listings: a removal stands until an appeal is granted' using errcode = '23514', constraint = 'listings_restored_by_appeal';
    end if;`
        : ''
    }
    if new.state in ('sunset_announced', 'closed_to_installs') and not exists (select 1 from listings.sunsets s where s.drive_id = new.drive_id
         and s.withdrawn_at is null and s.retired_at is null and (new.state = 'sunset_announced' or s.closes_at <= platform.portal_now())) then
      raise exception 'listings: % needs its announcement', new.state using errcode = '23514', constraint = 'listings_sunset_announced';
    end if;
    if new.state = 'retired' and not exists (select 1 from listings.sunsets s where s.drive_id = new.drive_id and s.withdrawn_at is null
         and s.retires_at <= platform.portal_now()) then
      raise exception 'listings: the announced day has not come' using errcode = '23514', constraint = 'listings_retired_as_announced';
    end if;
    if new.state = 'removed' and not exists (select 1 from listings.removals r where r.drive_id = new.drive_id
         and r.confirmed_by is not null and r.confirmed_by <> r.proposed_by${
           appealed
             ? `
         and not exists (select 1 from listings.appeals a where a.removal_id = r.id and a.state = 'granted')`
             : ''
         }) then
      raise exception 'listings: a removal needs two people' using errcode = '23514', constraint = 'listings_removed_by_two';
    end if;
    return new;
  end $$`;

/** A refused submission or a removal is appealed once, and nobody who had a part in it decides on the appeal. */
export class ListingsAppeals1763700005961 implements MigrationInterface {
  name = 'ListingsAppeals1763700005961';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.appeals (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      org_id uuid not null,
      submission_id uuid references listings.submissions,
      removal_id uuid references listings.removals,
      state text not null default 'open' check (state in ('open', 'granted', 'dismissed', 'withdrawn', 'superseded')),
      text text not null check (char_length(text) between 20 and 4000),
      filed_by uuid not null,
      filed_by_name text not null,
      filed_at timestamptz not null default platform.portal_now(),
      judges uuid[] not null check (cardinality(judges) > 0),
      decided_by uuid,
      decided_by_name text,
      decision_text text check (char_length(decision_text) between 20 and 4000),
      ended_at timestamptz,
      constraint appeals_of_one_decision check (num_nonnulls(submission_id, removal_id) = 1),
      constraint appeals_ended check ((state = 'open') = (ended_at is null)
        and (state in ('granted', 'dismissed')) = (decided_by is not null)
        and num_nonnulls(decided_by, decided_by_name, decision_text) in (0, 3)),
      constraint appeals_other_person check (decided_by <> all (judges)))`);
    await q.query(`create unique index appeals_once_of_submission on listings.appeals (submission_id)`);
    await q.query(`create unique index appeals_once_of_removal on listings.appeals (removal_id)`);
    await q.query(`create index appeals_of_drive on listings.appeals (drive_id)`);
    await q.query(`create index appeals_open on listings.appeals (filed_at, id) where state = 'open'`);
    // Whether another submission, or another live version, has taken the place of a refused one.
    await q.query(`create function listings.is_superseded(submission uuid) returns boolean language sql stable as $$
      select l.live_revision_id is distinct from s.base_revision_id or l.state in ('closed_to_installs', 'retired', 'removed')
        or exists (select from listings.submissions n where n.drive_id = s.drive_id and n.id <> s.id
             and (n.created_at, n.id) > (s.created_at, s.id)
             and n.state in ('received', 'validating', 'in_review', 'changes_requested', 'approved'))
      from listings.submissions s join listings.listings l on l.drive_id = s.drive_id where s.id = submission $$`);
    await q.query(`create function listings.keep_appeal() returns trigger language plpgsql as $$
      declare
        decided timestamptz;
      begin
        if tg_op = 'DELETE' then
          raise exception 'an appeal is never removed' using errcode = '42501';
        end if;
        if tg_op = 'INSERT' then
          if new.submission_id is not null then
            select s.decided_at into decided from listings.submissions s
              where s.id = new.submission_id and s.drive_id = new.drive_id and s.org_id = new.org_id and s.state = 'rejected';
            -- Who judged, decided or had a say about an exception, whatever the writer says.
            select array_agg(distinct x.person) into new.judges from (
              select s.decided_by as person from listings.submissions s where s.id = new.submission_id
              union select j.judged_by from listings.review_judgements j where j.submission_id = new.submission_id
              union select e.proposed_by from listings.review_exceptions e where e.submission_id = new.submission_id
              union select e.confirmed_by from listings.review_exceptions e where e.submission_id = new.submission_id) x
              where x.person is not null;
          else
            select r.confirmed_at into decided from listings.removals r join listings.listings l on l.drive_id = r.drive_id
              where r.id = new.removal_id and r.drive_id = new.drive_id and l.org_id = new.org_id and l.state = 'removed';
            select array[r.proposed_by, r.confirmed_by] into new.judges from listings.removals r where r.id = new.removal_id;
          end if;
          if new.state <> 'open' or decided is null then
            raise exception 'only a refusal or a removal is appealed' using errcode = '23514', constraint = 'appeals_of_refusal';
          end if;
          if platform.portal_now() >= decided + interval '30 days' then
            raise exception 'it is too late for an appeal' using errcode = '23514', constraint = 'appeals_in_time';
          end if;
          if listings.is_superseded(new.submission_id) then
            raise exception 'something newer has taken its place' using errcode = '23514', constraint = 'appeals_not_superseded';
          end if;
          return new;
        end if;
        if old.state <> 'open' or (new.id, new.drive_id, new.org_id, new.submission_id, new.removal_id, new.text, new.filed_by, new.filed_by_name, new.filed_at, new.judges)
            is distinct from (old.id, old.drive_id, old.org_id, old.submission_id, old.removal_id, old.text, old.filed_by, old.filed_by_name, old.filed_at, old.judges) then
          raise exception 'an appeal ends once and is not rewritten' using errcode = '42501';
        end if;
        if new.decided_by is not null then
          perform listings.assert_stranger(new.org_id, new.decided_by);
        end if;
        if new.state = 'granted' and listings.is_superseded(new.submission_id) then
          raise exception 'something newer has taken its place' using errcode = '23514', constraint = 'appeals_not_superseded';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger kept before insert or update or delete on listings.appeals for each row execute function listings.keep_appeal()`,
    );
    await q.query(submissionMoves(true));
    await q.query(rounds(`'changes_requested', 'rejected'`));
    await q.query(listingMoves(true));
    await q.query(`create function listings.hold_after_appeal() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from listings.appeals a where a.submission_id = new.submission_id and new.holder_id = any(a.judges)) then
          raise exception 'who refused does not work on it after the appeal' using errcode = '23514', constraint = 'appeals_other_person';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger after_appeal before insert or update on listings.review_holds for each row execute function listings.hold_after_appeal()`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger after_appeal on listings.review_holds`);
    await q.query(`drop function listings.hold_after_appeal()`);
    await q.query(submissionMoves(false));
    await q.query(rounds(`'changes_requested'`));
    await q.query(listingMoves(false));
    await q.query(`drop table listings.appeals`);
    await q.query(`drop function listings.keep_appeal()`);
    await q.query(`drop function listings.is_superseded(uuid)`);
  }
}
