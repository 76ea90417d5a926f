-- Settings of an ended install are no longer sent, and its secrets are of no use.
create or replace function installs.end_settings() returns trigger language plpgsql as $$
begin
  delete from installs.setting_secrets where install_id = new.id;
  delete from installs.config_updates where install_id = new.id;
  return null;
end
$$;
