-- Whoever decides has claimed the case, and the decision ends that: else the API answers 409 `case_not_claimed`. Arguments: the
-- columns of the case and of who decides.
create or replace function approvals.claimed_first() returns trigger language plpgsql as $$
begin
  delete from approvals.claims h where h.subject_id = (to_jsonb(new)->>tg_argv[0])::uuid
    and h.holder_id = (to_jsonb(new)->>tg_argv[1])::uuid and h.held_until > platform.portal_now();
  if not found then
    raise exception '%.%: whoever decides has claimed the case', tg_table_schema, tg_table_name using errcode = '23514', constraint = 'case_not_claimed';
  end if;
  return null;
end
$$;
