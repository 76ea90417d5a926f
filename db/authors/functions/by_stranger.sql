-- On the tables of db/decisions.sql. Arguments: the column of who decides, what is named, the column that names it.
create or replace function authors.by_stranger() returns trigger language plpgsql as $$
declare
  written constant jsonb := to_jsonb(new);
  person constant uuid := written->>tg_argv[0];
begin
  -- Most people belong to nothing: who is concerned is looked up for the others only.
  if exists (select from authors.organization_members m where m.user_id = person)
      or exists (select from identity.role_grants g where g.user_id = person and g.scope_id is not null) then
    perform authors.assert_stranger(case tg_argv[1]
      when 'organizations' then array(select jsonb_array_elements_text(written->tg_argv[2])::uuid)
      else authors.concerned(tg_argv[1], (written->>tg_argv[2])::uuid) end, person);
  end if;
  return new;
end
$$;
