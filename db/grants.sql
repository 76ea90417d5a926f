-- Rights of the two roles that the product works as:
--   portal_app     the product itself, on every row
--   portal_caller  a request from outside: the rows that policies.sql lets through and the tables shared below (decision 8)
-- Applied after every migration, as a difference in one transaction: a right that already matches is not touched, so
-- nobody who uses a table meanwhile waits for it or fails.
do $$
declare
  app constant oid := 'portal_app'::regrole;
  caller constant oid := 'portal_caller'::regrole;
  everybody constant oid := 0;
  -- BullMQ's own schema. It makes a sequence per queue the first time that the queue is used.
  queues constant oid := to_regnamespace('bullmq');
  -- The application may not even add rows: they come by migrations, or from a function that computes them.
  read_only_tables constant regclass[] := array[
    'platform.schema_files',
    'platform.schema_versions',
    'installs.drive_counts',
    'billing.invoice_lines',
    'ledger.account_code',
    'ledger.currency',
    'ledger.posting_kinds',
    'ledger.seal_checks'
  ];
  difference record;
begin
  for difference in
    -- Tables without row-level security that callers may use all the same, and why no rows leak by it.
    with shared (name, rights, reason) as (values
      ('platform.outbox_events', 'insert', 'what happened is told; only the worker reads it'),
      ('platform.audit_unsealed', 'insert', 'the seal that an audit row waits for, added by a trigger'),
      ('platform.mail_messages', 'insert', 'mail that a use case sends; only the worker reads it'),
      ('platform.rate_limits', 'select, insert, update, delete', 'counts under hashed keys'),
      ('platform.test_clock', 'select', 'one row: the time'),
      ('identity.attempts', 'select, insert, update, delete', 'counts of tries to sign in, under hashed keys'),
      ('identity.mail_requests', 'insert', 'mail that a person asks for; only the worker reads it'),
      ('stripe_gateway.call_pace', 'select, insert, update', 'when the next call to the provider may go out'),
      ('authors.agreement_versions', 'select', 'the texts of the agreement are the same for all'),
      ('ledger.account_code', 'select', 'the chart of accounts'),
      ('ledger.currency', 'select', 'currencies'),
      ('listings.catalogue_entries', 'select', 'the catalogue: published Drives only'),
      ('listings.catalogue_words', 'select', 'the catalogue: words of published Drives'),
      ('listings.catalogue_terms', 'select', 'the catalogue: words of published Drives'),
      ('listings.contract_versions', 'select', 'the versions of the contract are the same for all'),
      ('listings.icons', 'select', 'pictures by their digest'),
      ('listings.prices', 'select', 'the price list'),
      ('listings.publications', 'select', 'what was published when'),
      ('listings.review_criteria', 'select', 'the same for all'),
      ('listings.revision_icons', 'select', 'which picture a version has'),
      ('listings.validations', 'select, insert, update', 'anybody validates, without an account; ids are not guessable'),
      ('installs.upgrade_differences', 'select, insert', 'differences of published versions'),
      ('billing.periods', 'select', 'months and whether they are closed'),
      ('billing.policies', 'select', 'terms that hold for all'),
      ('statements.months', 'select', 'roots are public')
    ), schemas as (
      select oid, nspname, nspowner, nspacl, oid is distinct from queues as own from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    ), objects (kind, id, name, owner, own, acl) as (
      select 'schema', oid, quote_ident(nspname), nspowner, own, coalesce(nspacl, acldefault('n', nspowner)) from schemas
      union all
      select case relkind when 'S' then 'sequence' else 'table' end, c.oid, c.oid::regclass::text, relowner, own,
        coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
      from pg_class c join schemas s on s.oid = relnamespace where relkind in ('r', 'p', 'v', 'S')
      union all
      select 'routine', p.oid, p.oid::regprocedure::text, proowner, own, coalesce(proacl, acldefault('f', proowner))
      from pg_proc p join schemas s on s.oid = pronamespace
    ), relations as (
      -- Partitions are reached through their table; direct access is granted to nobody.
      select o.id, o.own, c.oid = any (read_only_tables) as read_only,
        -- The application may only add rows where a trigger refuses changes by anybody.
        exists (select from pg_trigger where tgrelid = c.oid and tgname in ('append_only', 'kept_by_triggers')) as append_only
      from objects o join pg_class c on c.oid = o.id where o.kind = 'table' and not c.relispartition
    ), wanted (kind, id, role, privilege) as (
      select 'schema', id, app, 'USAGE' from objects where kind = 'schema'
      union select 'schema', id, caller, 'USAGE' from objects where kind = 'schema' and own
      union select 'schema', queues, app, 'CREATE' where queues is not null
      union select 'table', id, app, 'SELECT' from relations
      union select 'table', id, app, 'INSERT' from relations where not read_only
      union select 'table', id, app, unnest(array['UPDATE', 'DELETE']) from relations where not read_only and not append_only
      union select 'table', to_regclass(name), caller, upper(unnest(string_to_array(rights, ', '))) from shared
      union select 'table', r.id, caller, privilege from relations r join pg_policy p on p.polrelid = r.id and caller = any (p.polroles)
        cross join lateral unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], array['r', 'a', 'w', 'd']) x (privilege, command)
        where p.polcmd in ('*', x.command::"char") and not (append_only and privilege in ('UPDATE', 'DELETE'))
      union select 'sequence', id, app, unnest(array['USAGE', 'SELECT', 'UPDATE']) from objects where kind = 'sequence'
      union select 'sequence', id, caller, unnest(array['USAGE', 'SELECT']) from objects where kind = 'sequence' and own
      union select 'routine', id, app, 'EXECUTE' from objects where kind = 'routine'
      -- A function with its owner's rights would lead past every policy.
      union select 'routine', o.id, caller, 'EXECUTE' from objects o join pg_proc p on p.oid = o.id
        where o.kind = 'routine' and o.own and not p.prosecdef and p.prokind = 'f'
    ), held (kind, id, role, privilege) as (
      select o.kind, o.id, a.grantee, a.privilege_type from objects o cross join lateral aclexplode(o.acl) a
      where a.grantee in (app, caller) or a.grantee = everybody and o.own
    ), differences as (
      select 'revoke' as verb, * from (select * from held except select * from wanted) surplus
      union all
      select 'grant', * from (select * from wanted except select * from held) missing
    )
    select d.verb, d.kind, o.name, string_agg(d.privilege, ', ' order by d.privilege) as privileges,
      case d.role when everybody then 'public' else d.role::regrole::text end as role
    from differences d join objects o on o.kind = d.kind and o.id = d.id where o.owner <> d.role
    group by d.verb, d.kind, o.name, d.role order by d.verb desc, o.name
  loop
    execute format('%s %s on %s %s %s %s', difference.verb, difference.privileges, difference.kind, difference.name,
      case difference.verb when 'grant' then 'to' else 'from' end, difference.role);
  end loop;
end $$;
