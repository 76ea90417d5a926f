import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * By which rules a sealed month was put together, because a statement is made anew for whoever reads it and compared with
 * what was sealed. 1: what credit notes took before a payment was said to be explained by no line; 2: it is theirs.
 */
export class StatementsComposition1763700005400 implements MigrationInterface {
  name = 'StatementsComposition1763700005400';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `alter table statements.months add column composition int not null default 1 check (composition in (1, 2))`,
    );
    await q.query(`alter table statements.months alter column composition set default 2`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table statements.months drop column composition`);
  }
}
