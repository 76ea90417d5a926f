-- Whether the host bills for a Drive as its own: only such a Drive may share the fleet's key.
create or replace function secrets.is_first_party(drive uuid) returns boolean language sql stable as $$
select coalesce((select c.model = 'first_party' from listings.commercial_changes c where c.drive_id = drive and c.kind = 'billing_model'
  order by c.effective_from desc limit 1), false)
$$;
