import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose rows a statement may touch, as its scope says (decision 0012); the policies are in policies.ts. */
export class RowLevelSecurity1763700003000 implements MigrationInterface {
  name = 'RowLevelSecurity1763700003000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create function platform.caller_owners() returns uuid[] language sql stable parallel safe as
      $$ select coalesce(nullif(current_setting('portal.owners', true), ''), '{}')::uuid[] $$`);
    await q.query(`create function platform.caller_person() returns uuid language sql stable parallel safe as
      $$ select nullif(current_setting('portal.person', true), '')::uuid $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop function platform.caller_owners()`);
    await q.query(`drop function platform.caller_person()`);
  }
}
