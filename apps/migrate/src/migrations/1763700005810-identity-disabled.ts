import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An admin disables a person, with a reason: not themselves, not the last admin. Disabled owners keep no organisation. */
export class IdentityDisabled1763700005810 implements MigrationInterface {
  name = 'IdentityDisabled1763700005810';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.users add column disabled_by uuid references identity.users,
      add column disabled_reason text check (char_length(disabled_reason) between 10 and 1000),
      add constraint users_disabled check ((disabled_by is null) = (disabled_reason is null) and (disabled_by is null or disabled_at is not null)),
      add constraint users_not_disabled_by_self check (disabled_by <> id)`);
    // The lock makes two admins who disable or demote each other at the same moment wait: the second one finds nobody left.
    await q.query(`create function identity.assert_admin_left() returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended('identity.admins', 1763700005810));
        if not exists (select 1 from identity.role_grants g join identity.users u on u.id = g.user_id
            where g.role = 'admin' and u.disabled_at is null) then
          raise exception 'an admin stays' using errcode = '23514', constraint = 'users_keep_admin';
        end if;
      end $$`);
    await q.query(`create function identity.keep_admin() returns trigger language plpgsql as $$
      begin
        perform identity.assert_admin_left();
        return null;
      end $$`);
    // The operator of the installation, who names nobody, may still disable anybody (docs/runbooks/admins.md).
    await q.query(`create trigger users_keep_admin after update of disabled_at on identity.users
      for each row when (new.disabled_at is not null and new.disabled_by is not null) execute function identity.keep_admin()`);
    await this.keepOwner(q, 'join identity.users u on u.id = g.user_id and u.disabled_at is null');
  }

  async down(q: QueryRunner): Promise<void> {
    await this.keepOwner(q, '');
    await q.query('drop trigger users_keep_admin on identity.users');
    await q.query('drop function identity.keep_admin()');
    await q.query('drop function identity.assert_admin_left()');
    await q.query('alter table identity.users drop column disabled_by, drop column disabled_reason');
  }

  private async keepOwner(q: QueryRunner, usable: string): Promise<void> {
    await q.query(`create or replace function identity.keep_owner() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(old.scope_id::text, 1763700001330));
      if not exists (select 1 from identity.role_grants g ${usable} where g.role = 'author' and g.scope_id = old.scope_id and g.member_role = 'owner') then
        raise exception 'an organisation keeps an owner' using errcode = '23514', constraint = 'role_grants_keep_owner';
      end if;
      return null;
    end $$`);
  }
}
