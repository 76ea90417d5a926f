import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two readings of a Drive may end in another order than they began; the number says which one is newer. */
export class ListingsReadings1763700005600 implements MigrationInterface {
  name = 'ListingsReadings1763700005600';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.listings add column readings int not null default 0,
      add column followed_reading int not null default 0,
      add constraint listings_followed_reading check (followed_reading between 0 and readings)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.listings drop constraint listings_followed_reading,
      drop column readings, drop column followed_reading`);
  }
}
