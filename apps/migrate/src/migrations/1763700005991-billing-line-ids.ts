import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The id of a line is still the same for the same segment and month, whenever and how often the month is closed; it comes
 * from two 64-bit hashes instead of a digest of a text, which was a tenth of what writing a line costs. Lines of months
 * that are written already keep theirs. That no two lines have one is the key's to say.
 */
export class BillingLineIds1763700005991 implements MigrationInterface {
  name = 'BillingLineIds1763700005991';

  async up(q: QueryRunner): Promise<void> {
    // Without `set`, so that it becomes part of the statement that calls it.
    await q.query(`create function billing.line_id(segment uuid, month date) returns uuid language sql immutable strict parallel safe
      return pg_catalog.encode(pg_catalog.int8send(pg_catalog.uuid_hash_extended(segment, 2 * (month - date '2000-01-01')))
        || pg_catalog.int8send(pg_catalog.uuid_hash_extended(segment, 2 * (month - date '2000-01-01') + 1)), 'hex')::uuid`);
    const [{ def }] = (await q.query(
      `select pg_get_functiondef('billing.write_lines(date, text)'::regprocedure) as def`,
    )) as [{ def: string }];
    const digest = 'md5(p.id::text || %1$L)::uuid';
    if (def.split(digest).length !== 2) throw new Error('billing.write_lines is not the one this migration changes');
    await q.query(def.replace(digest, () => 'billing.line_id(p.id, %1$L)'));
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('functions of an earlier release are not put back: restore a backup instead'));
  }
}
