-- Proposing and deciding: with one of the roles. Not about an own organisation: db/decisions.sql.
create or replace function approvals.assert_may_judge(approval approvals.approvals, person uuid) returns void language plpgsql as $$
begin
  if not approvals.holds_role(person, approval.roles) then
    raise exception 'approvals: % is not among their roles', approval.roles using errcode = '23514', constraint = 'approvals_role';
  end if;
end
$$;
