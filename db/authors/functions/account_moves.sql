create or replace function authors.account_moves() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and old.state || '>' || new.state not in ('pending_agreement>active', 'pending_agreement>terminated',
      'active>suspended', 'active>terminated', 'suspended>active', 'suspended>terminated')
      and old.state <> 'terminated' then
    raise exception 'authors: no account goes from % to %', old.state, new.state using errcode = '23514', constraint = 'developer_accounts_moves';
  end if;
  return new;
end
$$;
