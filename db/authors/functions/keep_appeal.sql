create or replace function authors.keep_appeal() returns trigger language plpgsql as $$
declare
  a authors.applications;
begin
  if tg_op = 'DELETE' then
    raise exception 'an appeal is never removed' using errcode = '42501';
  end if;
  select * into a from authors.applications where id = new.application_id for share;
  if tg_op = 'INSERT' then
    if a.state <> 'rejected' or a.decided_by is distinct from new.refused_by or new.state <> 'open' then
      raise exception 'only a refusal is appealed' using errcode = '23514', constraint = 'application_appeals_of_refusal';
    end if;
    return new;
  end if;
  if old.state <> 'open' or (new.application_id, new.text, new.filed_by, new.filed_by_name, new.filed_at, new.refused_by)
      is distinct from (old.application_id, old.text, old.filed_by, old.filed_by_name, old.filed_at, old.refused_by) then
    raise exception 'an appeal is decided once and not rewritten' using errcode = '42501';
  end if;
  return new;
end
$$;
