import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is billed, for the tax and for the paper; what tax a draft got and why. */
export class BillingTax1763700002130 implements MigrationInterface {
  name = 'BillingTax1763700002130';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.billing_details (
      tenant_id uuid primary key,
      legal_name text not null check (char_length(legal_name) between 1 and 200),
      line1 text not null check (char_length(line1) between 1 and 200),
      city text not null check (char_length(city) between 1 and 100),
      postal_code text not null check (char_length(postal_code) between 1 and 20),
      region text check (region ~ '^[A-Z0-9]{1,3}$'),
      country text not null check (country ~ '^[A-Z]{2}$'),
      tax_id_type text,
      tax_id text check (char_length(tax_id) between 2 and 40),
      changed_at timestamptz not null default platform.portal_now(),
      changed_by uuid,
      check ((tax_id is null) = (tax_id_type is null)))`);
    await q.query(`alter table billing.invoices
      add column tax_details jsonb,
      add column tax_calculation_id text unique,
      add column tax_transaction_id text unique,
      add constraint invoices_tax_explained check (tax = 0 or tax_details is not null)`);
    // A draft gets its tax once, between its lines and its booking; then it is as pinned as everything else.
    await q.query(`drop trigger pinned on billing.invoices`);
    await q.query(`create trigger pinned before update on billing.invoices for each row
      when (old.state <> 'draft' or new.tax = old.tax) execute function billing.invoice_pinned()`);
    await q.query(`create function billing.invoice_taxed() returns trigger language plpgsql as $$
      -- Generated columns have no value yet before the row is written.
      declare taxed text[] := array['tax', 'tax_details', 'tax_calculation_id']
        || array(select attname::text from pg_attribute where attrelid = tg_relid and attgenerated <> '');
      begin
        if old.tax_details is not null or new.tax_details is null or (to_jsonb(new) - taxed) <> (to_jsonb(old) - taxed) then
          raise exception 'billing: a draft gets its tax once, and nothing else with it' using errcode = '42501', constraint = 'invoices_taxed_once';
        end if;
        return new;
      end $$`);
    await q.query(`create trigger taxed before update on billing.invoices for each row
      when (old.state = 'draft' and new.tax <> old.tax) execute function billing.invoice_taxed()`);
    await q.query(`create function billing.tax_details_kept() returns trigger language plpgsql as $$
      begin
        raise exception 'billing: how the tax came about is never rewritten' using errcode = '42501', constraint = 'invoices_tax_kept';
      end $$`);
    await q.query(`create trigger tax_details_kept before update on billing.invoices for each row
      when ((old.tax_details is not null and new.tax_details is distinct from old.tax_details)
        or (old.state <> 'draft' and new.tax_calculation_id is distinct from old.tax_calculation_id)
        or (old.tax_transaction_id is not null and new.tax_transaction_id is distinct from old.tax_transaction_id))
      execute function billing.tax_details_kept()`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['taxed', 'tax_details_kept']) await q.query(`drop trigger ${name} on billing.invoices`);
    await q.query(`drop trigger pinned on billing.invoices`);
    await q.query(
      `create trigger pinned before update on billing.invoices for each row execute function billing.invoice_pinned()`,
    );
    for (const name of ['invoice_taxed', 'tax_details_kept']) await q.query(`drop function billing.${name}()`);
    await q.query(
      `alter table billing.invoices drop column tax_details, drop column tax_calculation_id, drop column tax_transaction_id`,
    );
    await q.query(`drop table billing.billing_details`);
  }
}
