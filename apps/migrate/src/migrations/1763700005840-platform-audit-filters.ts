import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit trail is looked through by who, what and when, not only by the thing it was done to. */
export class PlatformAuditFilters1763700005840 implements MigrationInterface {
  name = 'PlatformAuditFilters1763700005840';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create index audit_log_actor on platform.audit_log (actor_id, seq)`);
    await q.query(`create index audit_log_action on platform.audit_log (action collate "C", seq)`);
    await q.query(`create index audit_log_at on platform.audit_log (at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const index of ['audit_log_at', 'audit_log_action', 'audit_log_actor'])
      await q.query(`drop index platform.${index}`);
  }
}
