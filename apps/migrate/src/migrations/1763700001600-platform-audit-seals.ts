import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The chain over the audit log: one seal per row, and the rows that wait for theirs. */
export class PlatformAuditSeals1763700001600 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table platform.audit_seals (
      position bigint primary key check (position > 0),
      audit_seq bigint not null unique,
      hash bytea not null check (octet_length(hash) = 32),
      sealed_at timestamptz not null default clock_timestamp())`);
    await q.query(
      `create trigger append_only before update or delete or truncate on platform.audit_seals for each statement execute function platform.refuse_change()`,
    );
    await q.query(`create table platform.audit_unsealed (audit_seq bigint primary key)`);
    await q.query(`create function platform.queue_audit_seal() returns trigger language plpgsql as $$
      begin
        insert into platform.audit_unsealed (audit_seq) select seq from added;
        return null;
      end $$`);
    await q.query(
      `create trigger queue_seal after insert on platform.audit_log referencing new table as added for each statement execute function platform.queue_audit_seal()`,
    );
    await q.query(`insert into platform.audit_unsealed (audit_seq) select seq from platform.audit_log`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger queue_seal on platform.audit_log`);
    await q.query(`drop function platform.queue_audit_seal()`);
    await q.query(`drop table platform.audit_unsealed`);
    await q.query(`drop table platform.audit_seals`);
  }
}
