-- Without basis points everybody's rule applies again.
create or replace function billing.share_override_takes_effect() returns trigger language plpgsql as $$
declare begins timestamptz := billing.month_start(new.month);
begin
  update billing.split_rules set valid_to = begins
    where valid_to is null and org_id is not distinct from new.org_id and drive_id is not distinct from new.drive_id;
  if new.basis_points is not null then
    insert into billing.split_rules (author_bps, valid_from, org_id, drive_id, reason, set_by, override_id)
      values (new.basis_points, begins, new.org_id, new.drive_id, new.reason, new.decided_by_name, new.id);
  end if;
  return null;
end
$$;
