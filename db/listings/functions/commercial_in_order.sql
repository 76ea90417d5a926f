-- It takes effect when it is approved or later, never before: billed amounts stay unchanged.
create or replace function listings.commercial_in_order() returns trigger language plpgsql as $$
declare
  refusal text;
begin
  perform platform.take_lock('listings.commercial_terms');
  -- Who bills changes with the approval itself, because running segments change at that instant.
  new.effective_from := case new.kind when 'billing_model' then platform.portal_now() else greatest(new.valid_from, platform.portal_now()) end;
  if exists (select 1 from listings.commercial_changes c where c.kind = new.kind and c.effective_from >= new.effective_from
      and (c.tier, c.audience, c.drive_id, c.venture_id) is not distinct from (new.tier, new.audience, new.drive_id, new.venture_id)
      and (new.kind = 'billing_model' or c.currency is not distinct from new.currency)) then
    raise exception 'a later change is approved already' using errcode = '23514', constraint = 'commercial_changes_in_order';
  end if;
  refusal := listings.commercial_refusal(new);
  if refusal is not null then
    raise exception 'what was proposed may not be done now' using errcode = '23514', constraint = refusal;
  end if;
  return new;
end
$$;
