import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open upgrade prompts are reminded of, later, and not where the tenant wants no reminders. */
export class InstallsUpgradeReminders1763700003210 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // Null: nobody is reminded any more. Only prompts that somebody can answer have a time.
    await q.query(`alter table installs.upgrade_prompts
      add column remind_at timestamptz,
      add constraint upgrade_prompts_reminded_while_open check (remind_at is null or (state = 'open' and outcome = 'consent'))`);
    await q.query(
      `update installs.upgrade_prompts set remind_at = opened_at + interval '7 days' where state = 'open' and outcome = 'consent'`,
    );
    await q.query(`create function installs.end_reminders() returns trigger language plpgsql as $$
      begin
        if new.state <> 'open' then
          new.remind_at := null;
        end if;
        return new;
      end $$`);
    await q.query(`create trigger reminders_end before insert or update of state on installs.upgrade_prompts
      for each row execute function installs.end_reminders()`);
    await q.query(
      `create index upgrade_prompts_to_remind on installs.upgrade_prompts (remind_at) where remind_at is not null`,
    );
    await q.query(`alter table installs.upgrade_policies add column reminders boolean not null default true`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.upgrade_policies drop column reminders`);
    await q.query(`drop trigger reminders_end on installs.upgrade_prompts`);
    await q.query(`drop function installs.end_reminders()`);
    await q.query(`alter table installs.upgrade_prompts drop column remind_at`);
  }
}
