import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a credit note takes back of a recorded tax, at the provider too: an intent per credit note and invoice, with its key. */
export class BillingTaxReversals1763700003520 implements MigrationInterface {
  name = 'BillingTaxReversals1763700003520';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.tax_reversals (
      credit_note_id uuid not null references billing.credit_notes,
      invoice_id uuid not null references billing.invoices,
      net bigint not null check (net >= 0),
      tax bigint not null check (tax >= 0),
      idempotency_key text not null constraint tax_reversals_key unique,
      state text not null default 'due' check (state in ('due', 'reversed', 'refused', 'void')),
      sends int not null default 0 check (sends >= 0),
      first_sent_at timestamptz,
      transaction_id text constraint tax_reversals_transaction unique,
      problem text,
      created_at timestamptz not null default platform.portal_now(),
      ended_at timestamptz,
      primary key (credit_note_id, invoice_id),
      check (net + tax > 0),
      check ((state = 'reversed') = (transaction_id is not null)),
      check ((state = 'due') = (ended_at is null)),
      constraint tax_reversals_void_unsent check (state <> 'void' or sends = 0))`);
    // More than the invoice has cannot be taken back, whoever writes; and what is taken back stays what it is.
    await q.query(`create function billing.tax_reversal_fits() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or (tg_op = 'UPDATE' and ((new.credit_note_id, new.invoice_id, new.net, new.tax, new.idempotency_key)
             is distinct from (old.credit_note_id, old.invoice_id, old.net, old.tax, old.idempotency_key) or old.state <> 'due')) then
          raise exception 'billing: what is taken back of a tax is never rewritten' using errcode = '42501', constraint = 'tax_reversals_pinned';
        end if;
        if tg_op = 'INSERT' then
          perform 1 from billing.invoices i where i.id = new.invoice_id for no key update;
          if exists (select 1 from billing.invoices i where i.id = new.invoice_id and (i.tax_calculation_id is null
               or i.subtotal < new.net + (select coalesce(sum(r.net), 0) from billing.tax_reversals r join billing.credit_notes c on c.id = r.credit_note_id
                 where r.invoice_id = i.id and c.voided_at is null)
               or i.tax < new.tax + (select coalesce(sum(r.tax), 0) from billing.tax_reversals r join billing.credit_notes c on c.id = r.credit_note_id
                 where r.invoice_id = i.id and c.voided_at is null))) then
            raise exception 'billing: more tax is taken back than the invoice has' using errcode = '23514', constraint = 'tax_reversals_fit';
          end if;
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger fits before insert or update or delete on billing.tax_reversals for each row execute function billing.tax_reversal_fits()`,
    );
    await q.query(`create index tax_reversals_due on billing.tax_reversals (created_at) where state = 'due'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table billing.tax_reversals`);
    await q.query(`drop function billing.tax_reversal_fits()`);
  }
}
