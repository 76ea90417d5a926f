-- An announcement stays as it was sent; only its outcome is added, once.
create or replace function authors.offboarding_kept() returns trigger language plpgsql as $$
declare moves constant text[] := array['withdrawn_at', 'withdrawn_by_name', 'ended_at'];
begin
  if (to_jsonb(new) - moves) <> (to_jsonb(old) - moves) or old.withdrawn_at is not null or old.ended_at is not null then
    raise exception 'authors: offboarding % is kept as it is', old.id using errcode = '42501', constraint = 'offboardings_kept';
  end if;
  return new;
end
$$;
