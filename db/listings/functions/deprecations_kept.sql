create or replace function listings.deprecations_kept() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['closed_at', 'retired_at', 'withdrawn_at']) <> (to_jsonb(old) - array['closed_at', 'retired_at', 'withdrawn_at']) then
    raise exception 'listings: what was said in deprecations stays' using errcode = '42501', constraint = 'deprecations_kept';
  end if;
  return new;
end
$$;
