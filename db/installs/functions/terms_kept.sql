-- What an install runs, may do and costs changes with an accepted offer for what it runs, and with nothing else.
create or replace function installs.terms_kept() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from installs.upgrade_prompts p where p.install_id = new.id and p.state = 'accepted'
      and (p.from_revision_id, p.to_revision_id) = (old.revision_id, new.revision_id)
      and (p.digest, p.to_version, p.permissions) is not distinct from (new.digest, new.version, new.permissions)) then
    raise exception 'an install changes by an upgrade that was accepted' using errcode = '42501', constraint = 'installs_terms_frozen';
  end if;
  return new;
end
$$;
