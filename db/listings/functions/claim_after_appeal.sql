create or replace function listings.claim_after_appeal() returns trigger language plpgsql as $$
begin
  if exists (select 1 from listings.appeals a where a.submission_id = new.submission_id and new.holder_id = any(a.judges)) then
    raise exception 'who refused does not work on it after the appeal' using errcode = '23514', constraint = 'appeals_other_person';
  end if;
  return new;
end
$$;
