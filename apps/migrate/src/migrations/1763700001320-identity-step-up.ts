import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentityStepUp1763700001320 implements MigrationInterface {
  name = 'IdentityStepUp1763700001320';

  async up(q: QueryRunner): Promise<void> {
    // Proving once more who one is changes the session's token; requests that were on their way still carry the one before.
    await q.query(`alter table identity.sessions
      add column authenticated_at timestamptz not null default clock_timestamp(),
      add column previous_token_hash text unique check (previous_token_hash ~ '^[0-9a-f]{64}$'),
      add column rotated_at timestamptz,
      add constraint sessions_rotated check ((previous_token_hash is null) = (rotated_at is null))`);
    await q.query(`update identity.sessions set authenticated_at = created_at`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.sessions drop constraint sessions_rotated,
      drop column rotated_at, drop column previous_token_hash, drop column authenticated_at`);
  }
}
