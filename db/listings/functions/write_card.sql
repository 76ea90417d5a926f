create or replace function listings.write_card() returns trigger language plpgsql as $$
begin
  select json_build_object('drive_id', new.drive_id, 'slug', new.slug, 'name', new.name, 'sort_name', lower(new.name), 'tagline', new.tagline,
      'category', new.category, 'motion', new.motion, 'tier', new.tier, 'version', new.version, 'permissions_count', new.permissions_count,
      'installs', new.installs, 'installs_down', -new.installs, 'listed_at', new.listed_at, 'conformance_ok', l.conformance_ok,
      'verified_at', l.verified_at, 'icon', (select i.digest from listings.revision_icons i where i.revision_id = new.revision_id))
    into new.card from listings.listings l where l.drive_id = new.drive_id;
  return new;
end
$$;
