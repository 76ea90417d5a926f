import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The inner nodes of each month's tree, so that one statement is proven without reading all the others. */
export class StatementsTreeNodes1763700004200 implements MigrationInterface {
  name = 'StatementsTreeNodes1763700004200';

  async up(q: QueryRunner): Promise<void> {
    // Level 0 are the statements themselves, and the last level is the month's tree_root; neither stands here again.
    await q.query(`create table statements.tree_nodes (
      run_id uuid not null references statements.months (run_id),
      level smallint not null check (level between 1 and 30),
      position int not null check (position >= 0),
      hash bytea not null check (length(hash) = 32),
      primary key (run_id, level, position))`);
    await this.sealedBefore(q);
    await q.query(`create trigger append_only before update or delete or truncate on statements.tree_nodes
      for each statement execute function platform.refuse_change()`);
  }

  /** The nodes of months that were sealed without them; their roots say whether they came out right. */
  private async sealedBefore(q: QueryRunner): Promise<void> {
    await q.query(`do $$
      declare
        lvl int := 0;
        bad text;
      begin
        create temp table tree_of on commit drop as
          select run_id, 0 as level, position, sha256('\\x02'::bytea || decode(statement_root, 'hex')) as hash from statements.statements;
        loop
          insert into tree_of
            select run_id, lvl + 1, position / 2, case count(*) when 1 then string_agg(hash, ''::bytea)
              else sha256('\\x01'::bytea || string_agg(hash, ''::bytea order by position)) end
            from tree_of where level = lvl and run_id in (select run_id from tree_of where level = lvl group by run_id having count(*) > 1)
            group by run_id, position / 2;
          exit when not found;
          lvl := lvl + 1;
        end loop;
        select m.month into bad from statements.months m join lateral (
            select hash from tree_of t where t.run_id = m.run_id order by level desc limit 1) top on true
          where encode(top.hash, 'hex') <> m.tree_root limit 1;
        if found then
          raise exception 'statements: the statements of % do not lead to its root', bad;
        end if;
        insert into statements.tree_nodes select t.run_id, t.level, t.position, t.hash from tree_of t join (
            select run_id, max(level) as top from tree_of group by 1) h using (run_id)
          where t.level between 1 and h.top - 1;
        drop table tree_of;
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table statements.tree_nodes`);
  }
}
