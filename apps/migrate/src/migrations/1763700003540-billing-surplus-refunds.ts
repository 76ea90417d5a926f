import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a tenant paid too much goes back without touching a line: a refund of its own kind, and never more than that. */
export class BillingSurplusRefunds1763700003540 implements MigrationInterface {
  name = 'BillingSurplusRefunds1763700003540';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.refunds drop constraint refunds_scope_check,
      add constraint refunds_scope_check check (scope in ('full', 'amount', 'lines', 'surplus')),
      add constraint refunds_surplus_takes_nothing check (scope <> 'surplus' or coalesce(covered, 0) = 0)`);
    // What a charge brought beyond what its invoice asked for, less what of it went back or is on its way.
    await q.query(`create function billing.surplus_left(payment uuid) returns bigint language sql stable as $$
      select greatest(0, (p.amount - case p.state when 'surplus' then 0 else billing.open_amount(p.invoice_id) end)
        - coalesce((select sum(case r.scope when 'surplus' then r.amount else r.amount - coalesce(r.covered, r.amount) end)
          from billing.refunds r where r.payment_id = p.id and r.state <> 'failed'), 0))::bigint
      from billing.payments p where p.id = payment and p.state in ('succeeded', 'surplus') $$`);
    await q.query(`create function billing.surplus_fits() returns trigger language plpgsql as $$
      begin
        perform 1 from billing.payments p where p.id = new.payment_id for no key update;
        if new.amount > coalesce(billing.surplus_left(new.payment_id), 0) then
          raise exception 'billing: payment % has less too much', new.payment_id using errcode = '23514', constraint = 'refunds_surplus_fits';
        end if;
        return new;
      end $$`);
    await q.query(`create trigger surplus_fits before insert on billing.refunds for each row
      when (new.scope = 'surplus') execute function billing.surplus_fits()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger surplus_fits on billing.refunds`);
    await q.query(`drop function billing.surplus_fits()`);
    await q.query(`drop function billing.surplus_left(uuid)`);
    await q.query(`alter table billing.refunds drop constraint refunds_surplus_takes_nothing, drop constraint refunds_scope_check,
      add constraint refunds_scope_check check (scope in ('full', 'amount', 'lines'))`);
  }
}
