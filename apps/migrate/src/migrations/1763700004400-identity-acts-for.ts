import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Somebody in several organisations acts for one of them: chosen per session, and remembered for the next one. */
export class IdentityActsFor1763700004400 implements MigrationInterface {
  name = 'IdentityActsFor1763700004400';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.users add column acts_for uuid`);
    await q.query(`alter table identity.sessions add column acts_for uuid`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.sessions drop column acts_for`);
    await q.query(`alter table identity.users drop column acts_for`);
  }
}
