create or replace function authors.account_ended() returns trigger language plpgsql as $$
begin
  raise exception 'authors: an account that ended stays so' using errcode = '23514', constraint = 'developer_accounts_ended';
end
$$;
