create or replace function statements.reviewer_is_other_payee() returns trigger language plpgsql as $$
begin
  perform statements.assert_other_payee(new.org_id, new.decided_by);
  return new;
end
$$;
