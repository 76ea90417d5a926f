-- Nothing begins before the agreement is signed: an account becomes active with the signature of a version that is in force, and
-- until then its Drives, which the argument names, get no signing key and are not listed.
create or replace function authors.signed_first() returns trigger language plpgsql as $$
begin
  if (case tg_table_name when 'developer_accounts' then not exists (
        select from authors.agreement_signatures s join authors.agreement_versions v using (version)
        where s.org_id = (to_jsonb(new)->>'org_id')::uuid and v.effective_at <= platform.portal_now())
      else exists (select from authors.drive_reservations d join authors.developer_accounts a using (org_id)
        where d.id = (to_jsonb(new)->>tg_argv[0])::uuid and a.state = 'pending_agreement') end) then
    raise exception '%.%: the author has not signed the agreement', tg_table_schema, tg_table_name
      using errcode = '23514', constraint = tg_table_name || '_signed_first';
  end if;
  return new;
end
$$;
