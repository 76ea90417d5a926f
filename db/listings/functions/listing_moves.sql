-- The two ends of a listing need the paper that justifies them.
create or replace function listings.listing_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'removed' and exists (select 1 from listings.removals r where r.drive_id = new.drive_id
       and not exists (select 1 from listings.appeals a where a.removal_id = r.id and a.state = 'granted')) then
    raise exception 'listings: a removal is in force until an appeal is granted' using errcode = '23514', constraint = 'listings_restored_by_appeal';
  end if;
  if new.state in ('sunset_announced', 'closed_to_installs') and not exists (select 1 from listings.deprecations s where s.drive_id = new.drive_id
       and s.withdrawn_at is null and s.retired_at is null and (new.state = 'sunset_announced' or s.closes_at <= platform.portal_now())) then
    raise exception 'listings: % needs its announcement', new.state using errcode = '23514', constraint = 'listings_sunset_announced';
  end if;
  if new.state = 'retired' and not exists (select 1 from listings.deprecations s where s.drive_id = new.drive_id and s.withdrawn_at is null
       and s.retires_at <= platform.portal_now()) then
    raise exception 'listings: the announced day has not come' using errcode = '23514', constraint = 'listings_retired_as_announced';
  end if;
  if new.state = 'removed' and not exists (select 1 from listings.removals r where r.drive_id = new.drive_id
       and not exists (select 1 from listings.appeals a where a.removal_id = r.id and a.state = 'granted')) then
    raise exception 'listings: a removal needs two people' using errcode = '23514', constraint = 'listings_removed_by_two';
  end if;
  return new;
end
$$;
