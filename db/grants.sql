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
    'identity.admin_links',
    'platform.deployment',
    'platform.schema_files',
    'platform.schema_versions',
    'installs.drive_counts',
    'billing.invoice_lines',
    'ledger.account_code',
    'ledger.account_snapshot',
    'ledger.currency',
    'ledger.posting_kinds',
    'ledger.seal_checks',
    'ledger.seals'
  ];
  -- Work in progress, counts, caches and settings, which decide and prove nothing: their rows change and go as a whole.
  worked_on constant regclass[] := array[
    'identity.attempts', 'identity.known_networks', 'identity.mailed_links', 'identity.notifications',
    'identity.sign_in_challenges', 'installs.config_updates', 'installs.deliveries', 'installs.drive_polls',
    'installs.history', 'installs.readings', 'installs.response_times', 'installs.rejected_events', 'installs.setting_secrets',
    'installs.drive_events', 'installs.event_counts', 'listings.catalogue_entries', 'listings.catalogue_words',
    'listings.catalogue_terms', 'listings.report_links', 'approvals.claims',
    'listings.subprocessor_lists', 'listings.validations', 'platform.demo_filling', 'platform.idempotency_keys',
    'platform.job_schedules', 'platform.mail_messages', 'platform.rate_limits', 'platform.status_days', 'platform.workers', 'secrets.install_uses',
    'statements.exports', 'stripe_gateway.settlement_currencies', 'webhooks.messages', 'webhooks.secrets'
  ];
  changing constant regclass[] := array[
    'installs.billing_summaries', 'installs.call_plans', 'installs.delivery_queues', 'installs.event_feeds',
    'installs.event_quotas', 'installs.host_event_kinds', 'installs.rejected_counts', 'installs.tenant_compliance',
    'installs.upgrade_policies', 'listings.revision_icons', 'listings.sync_notes', 'payouts.bank_legs',
    'platform.deliveries', 'platform.reseal_runs', 'platform.sealed_counts', 'secrets.dry_runs',
    'secrets.signing_clocks', 'stripe_gateway.backfills', 'stripe_gateway.call_pace',
    'webhooks.endpoints'
  ];
  passing constant regclass[] := array[
    'identity.mail_choices', 'identity.mail_requests', 'installs.history_points', 'installs.host_events', 'listings.conformance_runs',
    'listings.pictures', 'platform.audit_unsealed', 'statements.export_parts', 'statements.sealings', 'stripe_gateway.provider_events', 'webhooks.attempts'
  ];
  -- Of every other table only these columns are changed once a row is there; "-": its rows may be removed. What of it stays
  -- when it is decided is held by triggers of the classes set_once and decided (db/README.md).
  changed constant text[] := array[
    'approvals.approvals: decided_at decided_by decided_by_name note state',
    'approvals.capability_switches: end_reason ended_at ended_by ended_by_name',
    'authors.application_appeals: decided_at decided_by decided_by_name decision_text state',
    'authors.applications: category company_name country data_classes decided_by description drive_name '
      'drive_slug founder_name github intended_scopes manifest_url opened_by security_contact state submitted_at '
      'updated_at website',
    'authors.developer_accounts: activated_at state updated_at',
    'authors.invitations: accepted_at accepted_by revoked_at',
    'authors.offboardings: ended_at withdrawn_at withdrawn_by_name',
    'authors.organization_members: left_at',
    'authors.organizations: country name website',
    'authors.suspensions: resume_reason resumed_at resumed_by resumed_by_name',
    'billing.billing_details: changed_at changed_by city country legal_name line1 postal_code region tax_id '
      'tax_id_type',
    'billing.card_pages: ended_at page_id state',
    'billing.credit_note_counters: last_number',
    'billing.disputes: accepted_at amount approval_id closed_at covered evidence_due_at evidence_submitted fee phase reason status '
      'updated_at version withdrawn',
    'billing.install_segments: closed_by_event ended_at reported_ended_at',
    'billing.invoice_counter: last_number',
    'billing.invoices: carried_from carried_in carried_out fault fault_seconds fault_since fault_tries issued_at '
      'last_problem next_retry_at paid_at past_due_at retry_count state suspend_at tax tax_calculation_id '
      'tax_details tax_transaction_id warned_at',
    'billing.payment_method_saves: problem state',
    'billing.payments: balance_transaction_id charge_id ended_at fee first_sent_at next_send_at payment_intent_id '
      'problem sends state',
    'billing.periods: approval_id closed_at closing_at frozen_at requested_by state',
    'billing.refund_attempts: ended_at first_sent_at next_send_at problem sends state',
    'billing.refunds: balance_transaction_id booked_at covered ended_at failure_transaction_id problem '
      'provider_refund_id state version',
    'billing.split_rules: valid_to',
    'billing.suspensions: resumed_at',
    'billing.tax_reversals: ended_at first_sent_at problem sends state transaction_id',
    'billing.vat_checks: asked_at checked_at reference valid',
    'billing.tenant_customers: brand collected_by customer_id exp_month exp_year last4 payment_method_id saved_at',
    'identity.admin_links: used_at used_by',
    'identity.api_tokens: approval_id last_used_at revoked_at',
    'identity.recovery_codes -: used_at',
    'identity.role_grants -: member_role',
    'identity.sessions -: acts_for authenticated_at last_seen_at previous_token_hash revoked_at rotated_at '
      'second_factor token_hash',
    'identity.staff_invitations -: used_at used_by',
    'identity.totp_factors -: confirmed_at created_at last_step seed',
    'identity.users: acts_for codes_closed_at disabled_at disabled_by disabled_reason email_confirmed_at name '
      'password_hash wrong_codes',
    'installs.compliance_lapses: acted_at claims ended_at ended_how',
    'installs.host_operators -: answered_at email invited_at state user_id',
    'installs.installs: activated_at amount billing config currency digest drive_install_id ended_at '
      'events_cursor_ms failure health metrics mount_url next_poll_at paused_at permissions poll_every_s polled_at '
      'price_id refusal refused_since revision_id revoked_at scoped_token seen_ids settings_version signed_at '
      'signed_endpoint state token_proof token_refused_at '
      'unreachable_since version',
    'installs.subprocessor_notices: objected_at objected_by objected_by_name objection',
    'installs.tenants: currency name standing_at suspended_at',
    'installs.upgrade_prompts: answered_at answered_by outcome reasons remind_at reminded_at state',
    'installs.ventures: name',
    'listings.appeals: decided_by decided_by_name decision_text ended_at state',
    'listings.concerns: email ended_at ended_by ended_by_name outcome reason',
    'listings.contents: body decided_at decided_by decided_by_name reason revision state waiting_since written_at written_by_name',
    'listings.contract_versions: deprecated_at sunset_at',
    'listings.deprecations: closed_at retired_at withdrawn_at',
    'listings.evidence: end_reason ended_at ended_by ended_by_name ended_how',
    'listings.listings: category checked_at checks conformance_ok followed_reading handshake_at last_seen_digest last_synced_at '
      'listed_at live_revision_id manifest_etag manifest_read_at motion name next_sync_at readings state '
      'sync_failures sync_requested_at tagline tier verified_at',
    'listings.prices: valid_to',
    'listings.review_exceptions: end_reason ended_at ended_by ended_by_name',
    'listings.review_rechecks: checked ended_at judged_up_to outcome reopened',
    'listings.submission_checks: findings reason status',
    'listings.submission_notes: contact permission_reasons test_notes written_at written_by written_by_name',
    'listings.submissions: answer base_revision_id decided_at decided_by decision decision_code decision_reason '
      'revision_id round state taken_back validated_at waiting_since weight',
    'payouts.held_amounts: released_at',
    'payouts.payout_accounts: active bank bank_asked_at bank_since checked_at closed_at provider_account_id requirements state '
      'usable_from',
    'payouts.payout_attempts: answer balance_transaction_id destination_payment_id lease_delivery lease_owner '
      'lease_until state touched_at transfer_id',
    'payouts.payout_holds: end_reason ended_by ended_by_name ends_at released_at',
    'payouts.payout_runs: approvals_needed approved_at computation cutoff_tx executed_at executed_by input_hash pause_reason '
      'paused paused_currencies prepared_by prepared_by_name settled_at state',
    'payouts.payouts -: failure failure_code given_up_at retries settled_at state',
    'platform.outbox_events -: relayed_at',
    'platform.test_clock: lease lease_ends_at offset_ms',
    'reconciliation.items: amount approval_id close_reason closed_at detail owner_id owner_name state suspense',
    'reconciliation.runs: equalities failure finished_at matched movements opened state',
    'secrets.drive_signing: approval_id changed_at previous scope',
    'secrets.key_rings: owner_id',
    'secrets.signing_keys: adopted_at last_used_at not_after revoked_at sealed',
    'secrets.tenant_rings: handed_over_at'
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
      ('stripe_gateway.settlement_currencies', 'select', 'currencies of the host'),
      ('approvals.capability_switches', 'select', 'every check of a capability reads what is switched off'),
      ('authors.agreement_versions', 'select', 'the texts of the agreement are the same for all'),
      ('authors.documents', 'select', 'what the host says to everybody'),
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
      ('billing.vat_checks', 'select', 'a public register’s answers, found by the VAT id'),
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
      select o.id, o.own, c.oid = any (read_only_tables) as read_only
      from objects o join pg_class c on c.oid = o.id where o.kind = 'table' and not c.relispartition
    ), changes (id, removed, col) as (
      select rtrim(split_part(line, ':', 1), ' -')::regclass, split_part(line, ':', 1) like '% -', c
      from unnest(changed) line, string_to_array(btrim(split_part(line, ':', 2)), ' ') cs, unnest(cs) c
    ), rights (id, command, privilege) as (
      select id, 'select', 'SELECT' from relations
      union all select id, 'insert', 'INSERT' from relations where not read_only
      union all select id, lower(p), p from relations, unnest(array['UPDATE', 'DELETE']) p
        where not own or id = any (case p when 'UPDATE' then worked_on || changing else worked_on || passing end)
      union all select id, 'update', format('UPDATE (%I)', col) from changes
      union select id, 'delete', 'DELETE' from changes where removed
    ), wanted (kind, id, role, privilege) as (
      select 'schema', id, app, 'USAGE' from objects where kind = 'schema'
      union select 'schema', id, caller, 'USAGE' from objects where kind = 'schema' and own
      union select 'schema', queues, app, 'CREATE' where queues is not null
      union select 'table', id, app, privilege from rights
      union select 'table', r.id, caller, privilege from shared join rights r
        on r.id = name::regclass and command = any (string_to_array(shared.rights, ', '))
      union select 'table', r.id, caller, privilege from rights r join pg_policy p on p.polrelid = r.id and caller = any (p.polroles)
        and p.polcmd in ('*', case command when 'select' then 'r' when 'insert' then 'a' when 'update' then 'w' else 'd' end::"char")
      -- Nobody sets a sequence: back, for a row in the past, or to its end, so that no row can follow.
      union select 'sequence', id, app, unnest(array['USAGE', 'SELECT'] || case when not own then array['UPDATE'] end)
        from objects where kind = 'sequence'
      union select 'sequence', id, caller, unnest(array['USAGE', 'SELECT']) from objects where kind = 'sequence' and own
      union select 'routine', id, app, 'EXECUTE' from objects where kind = 'routine'
      -- A function with its owner's rights would bypass every policy.
      union select 'routine', o.id, caller, 'EXECUTE' from objects o join pg_proc p on p.oid = o.id
        where o.kind = 'routine' and o.own and not p.prosecdef and p.prokind = 'f'
    ), held (kind, id, role, privilege) as (
      select o.kind, o.id, a.grantee, a.privilege_type from objects o cross join lateral aclexplode(o.acl) a
      where a.grantee in (app, caller) or a.grantee = everybody and o.own
      -- A right to the whole table that is taken away takes those to its columns along: they are granted again.
      union all select 'table', o.id, x.grantee, format('%s (%I)', x.privilege_type, attname)
      from objects o join pg_attribute on attrelid = o.id, aclexplode(attacl) x
      where o.kind = 'table' and x.grantee in (app, caller) and not exists (select from aclexplode(o.acl) t
        where (t.grantee, t.privilege_type) = (x.grantee, x.privilege_type))
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
-- What a trigger runs takes no function or operator from the search path of whoever writes: BullMQ's schema has room for some.
do $$
declare routine regprocedure;
begin
  for routine in
    select p.oid from pg_proc p join pg_namespace n on n.oid = pronamespace where prorettype = 'trigger'::regtype and proconfig is null
      and n.oid is distinct from to_regnamespace('bullmq') and nspname !~ '^pg_' and nspowner = current_user::regrole and proowner = nspowner
  loop
    execute format('alter function %s set search_path = pg_catalog, pg_temp', routine);
  end loop;
end $$;
