-- The policy is the rule for everybody; rules of single authors and Drives continue to apply in addition.
create or replace function billing.policy_share() returns trigger language plpgsql as $$
begin
  update billing.split_rules set valid_to = new.valid_from where valid_to is null and org_id is null and drive_id is null;
  insert into billing.split_rules (author_bps, valid_from)
    values ((new.value->>'basis_points')::int, new.valid_from);
  return null;
end
$$;
