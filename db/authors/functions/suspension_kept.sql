-- The notice to the author stays; only the end is added, once.
create or replace function authors.suspension_kept() returns trigger language plpgsql as $$
declare moves constant text[] := array['resumed_by', 'resumed_by_name', 'resume_reason', 'resumed_at'];
begin
  if (to_jsonb(new) - moves) <> (to_jsonb(old) - moves) or old.resumed_at is not null then
    raise exception 'authors: suspension % is kept as it is', old.id using errcode = '42501', constraint = 'suspensions_kept';
  end if;
  return new;
end
$$;
