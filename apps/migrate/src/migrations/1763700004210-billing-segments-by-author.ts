import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which months an author gets a statement for is asked of their own segments, not of everybody's. */
export class BillingSegmentsByAuthor1763700004210 implements MigrationInterface {
  name = 'BillingSegmentsByAuthor1763700004210';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `create index install_segments_by_author on billing.install_segments (org_id, started_at) where org_id is not null`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index billing.install_segments_by_author`);
  }
}
