-- Nobody left long ago: whoever wrote a membership's end into the past would be a stranger to the organisation at once.
create or replace function authors.leaves_now() returns trigger language plpgsql as $$
begin
  new.left_at := greatest(old.joined_at, platform.portal_now());
  return new;
end
$$;
