-- The moves of domain/listing-state.ts; the two ends need the paper that justifies them.
create or replace function listings.listing_moves() returns trigger language plpgsql as $$
begin
  if new.state = old.state then
    return new;
  end if;
  if (old.state, new.state) not in (('unlisted', 'listed'), ('listed', 'paused'), ('paused', 'listed'),
       ('listed', 'sunset_announced'), ('paused', 'sunset_announced'), ('sunset_announced', 'listed'),
       ('sunset_announced', 'closed_to_installs'), ('closed_to_installs', 'retired'), ('removed', 'listed'), ('removed', 'paused'), ('removed', 'closed_to_installs'))
     and not (new.state = 'removed' and old.state in ('listed', 'paused', 'sunset_announced', 'closed_to_installs')) then
    raise exception 'listings: a listing cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'listings_transition';
  end if;
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
