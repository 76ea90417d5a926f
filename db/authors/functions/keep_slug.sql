create or replace function authors.keep_slug() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.slug <> old.slug or new.id <> old.id or new.org_id <> old.org_id then
    raise exception 'a reserved Drive id is permanent' using errcode = '42501';
  end if;
  return new;
end
$$;
