-- Whose rows a statement may touch, by its scope (decision 8); the policies are in policies.ts.
create or replace function platform.caller_owners() returns uuid[] language sql stable parallel safe as $$
select coalesce(nullif(current_setting('portal.owners', true), ''), '{}')::uuid[]
$$;
