create or replace function identity.keep_admin() returns trigger language plpgsql as $$
begin
  perform identity.assert_admin_left();
  return null;
end
$$;
