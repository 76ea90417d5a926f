-- The amount carried in equals the amount that the other invoice carries, of the same tenant and in the same currency.
-- No credit note takes of it meanwhile.
create or replace function billing.carry_matches() returns trigger language plpgsql as $$
begin
  perform 1 from billing.invoices p where p.id = new.carried_from for no key update;
  if not exists (select 1 from billing.invoices p where p.id = new.carried_from and p.tenant_id = new.tenant_id
       and p.currency = new.currency and billing.carries(p.id) = new.carried_in and p.number_seq < new.number_seq) then
    raise exception 'billing: invoice % takes over what was not carried', new.number using errcode = '23514', constraint = 'invoices_carry_matches';
  end if;
  return null;
end
$$;
