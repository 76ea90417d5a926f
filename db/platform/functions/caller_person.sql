create or replace function platform.caller_person() returns uuid language sql stable parallel safe as $$ select nullif(current_setting('portal.person', true), '')::uuid $$;
