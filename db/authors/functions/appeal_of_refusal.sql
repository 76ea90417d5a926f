create or replace function authors.appeal_of_refusal() returns trigger language plpgsql as $$
declare
  a authors.applications;
begin
  select * into a from authors.applications where id = new.application_id for share;
  if a.state <> 'rejected' or a.decided_by is distinct from new.refused_by or new.state <> 'open' then
    raise exception 'only a refusal is appealed' using errcode = '23514', constraint = 'application_appeals_of_refusal';
  end if;
  return new;
end
$$;
