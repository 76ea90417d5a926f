import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a reviewer has a say about an organisation, asked before a case is handed out: the refusal's own rule. */
export class ListingsTakeNext1763700005841 implements MigrationInterface {
  name = 'ListingsTakeNext1763700005841';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create function listings.is_stranger(org uuid, person uuid) returns boolean language plpgsql as $$
      begin
        perform listings.assert_stranger(org, person);
        return true;
      exception when check_violation then
        return false;
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop function listings.is_stranger(uuid, uuid)`);
  }
}
