-- Gives a loaded table the checks, keys and triggers of a month and makes it part of billing.invoice_lines. Owner only.
create or replace function billing.attach_lines(part text, month date)
returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('alter table billing.%I add constraint invoice_lines_month_only check (month is not null and month = %L::date), add constraint invoice_lines_gross_check check (gross > 0), add constraint invoice_lines_shares check (author_share + platform_share = gross and author_share >= 0 and platform_share >= 0), add constraint invoice_lines_span check (from_at < to_at and seconds between 1 and month_seconds), add constraint invoice_lines_first_party check (org_id is not null or author_share = 0), add constraint invoice_lines_unit check (proration_unit in (''seconds'', ''days'')), alter column id set not null, alter column invoice_id set not null, alter column month set not null, alter column segment_id set not null, alter column install_id set not null, alter column drive_id set not null, alter column drive_name set not null, alter column venture_name set not null, alter column currency set not null, alter column price_id set not null, alter column price_amount set not null, alter column from_at set not null, alter column to_at set not null, alter column seconds set not null, alter column month_seconds set not null, alter column gross set not null, alter column author_bps set not null, alter column author_share set not null, alter column platform_share set not null, alter column proration_unit set not null', part, month);
  execute format('alter table billing.%I add constraint %I primary key (id, month)', part, part || '_key');
  execute format('alter table billing.%I add constraint %I unique (segment_id, month)', part, part || '_segment_once');
  execute format('create index %I on billing.%I (invoice_id)', part || '_by_invoice', part);
  execute format('create index %I on billing.%I (org_id, month)', part || '_by_author', part);
  execute format('alter table billing.invoice_lines attach partition billing.%I for values in (%L)', part, month);
  execute format('create trigger only_by_close before insert on billing.%I for each statement execute function billing.lines_only_by_close()', part);
  execute format('create trigger append_only before update or delete or truncate on billing.%I for each statement execute function platform.refuse_change()', part);
end
$$;
