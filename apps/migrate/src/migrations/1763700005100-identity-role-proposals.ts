import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles finance and admin are given by two admins; the database holds it whatever writes. */
export class IdentityRoleProposals1763700005100 implements MigrationInterface {
  name = 'IdentityRoleProposals1763700005100';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table identity.role_proposals (
      id uuid primary key,
      user_id uuid not null references identity.users,
      role text not null check (role in ('finance', 'admin')),
      reason text not null check (char_length(reason) between 10 and 1000),
      state text not null default 'open' check (state in ('open', 'confirmed', 'withdrawn', 'expired')),
      proposed_by uuid not null references identity.users,
      proposed_at timestamptz not null default platform.portal_now(),
      expires_at timestamptz not null,
      decided_by uuid references identity.users,
      decided_at timestamptz,
      granted_at timestamptz,
      constraint role_proposals_not_for_oneself check (proposed_by <> user_id),
      constraint role_proposals_second_admin check (state <> 'confirmed' or (decided_by is not null and decided_by not in (proposed_by, user_id))),
      constraint role_proposals_life check (expires_at > proposed_at and expires_at <= proposed_at + interval '7 days'),
      check ((state in ('confirmed', 'withdrawn')) = (decided_by is not null) and (decided_by is null) = (decided_at is null)),
      check (granted_at is null or state = 'confirmed'))`);
    await q.query(
      `create unique index role_proposals_one_open on identity.role_proposals (user_id, role) where state = 'open'`,
    );
    await q.query(`create trigger kept before delete or truncate on identity.role_proposals
      for each statement execute function platform.refuse_change()`);
    await this.proposals(q);
    await this.grants(q);
  }

  private async proposals(q: QueryRunner): Promise<void> {
    // Locked, so that a role taken away meanwhile either stops the confirmation or comes after it.
    await q.query(`create function identity.assert_admin(person uuid) returns void language plpgsql as $$
      begin
        perform 1 from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
          where g.user_id = person and g.role = 'admin' for share of g;
        if not found then
          raise exception 'an admin who is one now has to say so' using errcode = '23514', constraint = 'role_proposals_by_admins';
        end if;
      end $$`);
    await q.query(`create function identity.role_proposal_steps() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.state <> 'open' then
            raise exception 'a role is proposed first' using errcode = '23514', constraint = 'role_proposals_open_first';
          end if;
          perform identity.assert_admin(new.proposed_by);
          return new;
        end if;
        if (new.id, new.user_id, new.role, new.reason, new.proposed_by, new.proposed_at, new.expires_at)
            is distinct from (old.id, old.user_id, old.role, old.reason, old.proposed_by, old.proposed_at, old.expires_at)
          or (old.state <> 'open' and (new.state, new.decided_by, new.decided_at) is distinct from (old.state, old.decided_by, old.decided_at))
          or old.granted_at is not null then
          raise exception 'what was proposed and decided stays' using errcode = '23514', constraint = 'role_proposals_pinned';
        end if;
        if old.state = 'open' and new.state = 'confirmed' then
          if new.expires_at <= platform.portal_now() then
            raise exception 'the proposal is too old' using errcode = '23514', constraint = 'role_proposals_in_time';
          end if;
          perform identity.assert_admin(new.proposed_by);
          perform identity.assert_admin(new.decided_by);
        end if;
        return new;
      end $$`);
    await q.query(`create trigger steps before insert or update on identity.role_proposals
      for each row execute function identity.role_proposal_steps()`);
  }

  private async grants(q: QueryRunner): Promise<void> {
    await q.query(
      `alter table identity.role_grants add column proposal_id uuid constraint role_grants_proposal_once unique references identity.role_proposals`,
    );
    await q.query(`create function identity.role_grant_by_two() returns trigger language plpgsql as $$
      begin
        if new.role not in ('finance', 'admin') then
          if new.proposal_id is not null then
            raise exception 'only finance and admin are proposed' using errcode = '23514', constraint = 'role_grants_by_two_admins';
          end if;
          return null;
        end if;
        if new.proposal_id is not null then
          -- A confirmation is used up by the grant it leads to: a role taken away needs a new one.
          update identity.role_proposals set granted_at = platform.portal_now()
            where id = new.proposal_id and user_id = new.user_id and role = new.role and state = 'confirmed' and granted_at is null;
          if found then return null; end if;
        elsif new.granted_by is null then
          if exists (select 1 from identity.users u where u.id = new.user_id and u.demo_person is not null) then
            return null;
          end if;
          -- The operator of the installation, as the owner of the tables, until two admins can confirm each other.
          if new.role = 'admin' and current_user not in ('portal_app', 'portal_caller') then
            perform pg_advisory_xact_lock(x'64726d61'::int);
            if (select count(*) from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
                where g.role = 'admin' and g.id <> new.id) < 2 then
              return null;
            end if;
          end if;
        end if;
        raise exception 'two admins grant finance and admin roles' using errcode = '23514', constraint = 'role_grants_by_two_admins';
      end $$`);
    await q.query(`create trigger by_two_admins after insert or update of user_id, role, scope_id, proposal_id on identity.role_grants
      for each row execute function identity.role_grant_by_two()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger by_two_admins on identity.role_grants`);
    await q.query(`drop function identity.role_grant_by_two()`);
    await q.query(`alter table identity.role_grants drop column proposal_id`);
    await q.query(`drop table identity.role_proposals`);
    await q.query(`drop function identity.role_proposal_steps(), identity.assert_admin(uuid)`);
  }
}
