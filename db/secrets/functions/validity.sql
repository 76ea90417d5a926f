create or replace function secrets.validity(not_before timestamptz, not_after timestamptz, revoked_at timestamptz)
returns tstzrange
language sql immutable as $$ select tstzrange(not_before, least(not_after, revoked_at)) $$;
