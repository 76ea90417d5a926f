import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was carried is given up together with the invoice that it was carried into, by the same two people. */
export class BillingWriteOffOfCarried1763700002290 implements MigrationInterface {
  name = 'BillingWriteOffOfCarried1763700002290';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create or replace function billing.invoice_given_up() returns trigger language plpgsql as $$
      begin
        if not exists (
          with recursive later as (
            select new.id as id union all select n.id from later l join billing.invoices n on n.carried_from = l.id)
          select 1 from later join billing.write_offs w on w.invoice_id = later.id where w.state = 'approved') then
          raise exception 'billing: invoice % is given up by two people only', old.number using errcode = '23514', constraint = 'invoices_given_up_by_two';
        end if;
        return new;
      end $$`);
    // Whoever takes it over asks for it: giving it up here as well would book the loss twice.
    await q.query(`create function billing.write_off_of_last() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from billing.invoices n join billing.invoices i on i.id = n.carried_from where n.carried_from = new.invoice_id and i.state = 'below_minimum') then
          raise exception 'billing: this amount was carried into a later invoice' using errcode = '23514', constraint = 'write_offs_not_carried_on';
        end if;
        return new;
      end $$`);
    await q.query(`create trigger of_last before insert or update of state on billing.write_offs
      for each row when (new.state <> 'rejected') execute function billing.write_off_of_last()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop trigger of_last on billing.write_offs');
    await q.query('drop function billing.write_off_of_last()');
    await q.query(`create or replace function billing.invoice_given_up() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from billing.write_offs w where w.invoice_id = new.id and w.state = 'approved') then
          raise exception 'billing: invoice % is given up by two people only', old.number using errcode = '23514', constraint = 'invoices_given_up_by_two';
        end if;
        return new;
      end $$`);
  }
}
