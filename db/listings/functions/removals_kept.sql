create or replace function listings.removals_kept() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['confirmed_by', 'confirmed_by_name', 'confirmed_at', 'withdrawn_at']) <> (to_jsonb(old) - array['confirmed_by', 'confirmed_by_name', 'confirmed_at', 'withdrawn_at']) then
    raise exception 'listings: what was said in removals stays' using errcode = '42501', constraint = 'removals_kept';
  end if;
  return new;
end
$$;
