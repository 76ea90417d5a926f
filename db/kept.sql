-- Tables whose rows stay, whoever writes: not even their owner changes or removes one by mistake. What the product may
-- do to them is in grants.sql. Applied when it has changed.
do $$
declare
  -- They only grow: a row is what happened, and stays as it was written.
  append_only constant regclass[] := array[
    'authors.agreement_signatures', 'authors.agreement_versions', 'authors.application_criteria',
    'authors.application_judgements', 'authors.application_manifest_checks', 'authors.application_messages',
    'authors.application_steps', 'authors.documents', 'authors.drive_reservations', 'billing.credit_notes', 'billing.dispute_steps', 'billing.host_payments',
    'billing.invoice_lines', 'billing.line_adjustments', 'billing.listing_fees', 'billing.policies', 'billing.refund_lines', 'billing.settlements',
    'installs.agreement_notices', 'installs.settings', 'installs.upgrade_differences', 'ledger.account_code',
    'ledger.account_snapshot', 'ledger.closed_periods', 'ledger.ledger_account', 'ledger.ledger_entry',
    'ledger.ledger_tx', 'ledger.posting_kinds', 'ledger.seal_checks', 'ledger.seals', 'listings.commercial_changes',
    'listings.evidence_acceptances', 'listings.evidence_notices', 'listings.icons', 'listings.plan_prices',
    'listings.publications', 'listings.removals', 'listings.review_criteria', 'listings.review_judgements',
    'listings.revisions', 'listings.state_changes', 'listings.subprocessor_changes', 'listings.sunset_notices',
    'payouts.conversions', 'payouts.payout_approvals', 'payouts.run_decisions', 'payouts.unpaid_notes', 'platform.audit_log',
    'platform.audit_seals', 'platform.kept_files', 'reconciliation.item_history', 'reconciliation.matches',
    'reconciliation.provider_balance_tx', 'statements.alterations', 'statements.months',
    'statements.self_billing_invoices', 'statements.statements', 'statements.tax_profiles', 'statements.tree_nodes'
  ];
  -- They only grow, until a row is as old as said; then `defineRetention` of its lib says whether it goes (docs/retention.md).
  aging constant text[] := array[
    'listings.conformance_runs: old.submission_id is null and old.ran_at <= platform.portal_now() - interval ''400 days''',
    'stripe_gateway.provider_events: old.received_at <= platform.portal_now() - interval ''400 days'''
  ];
  -- Rows go on to their end, and are never removed.
  kept constant regclass[] := array[
    'approvals.approvals', 'authors.application_appeals', 'authors.offboardings', 'authors.suspensions',
    'billing.credit_note_counters', 'billing.disputes', 'billing.install_segments',
    'billing.invoices', 'billing.payments', 'billing.periods', 'billing.refund_attempts', 'billing.refunds',
    'billing.split_rules', 'billing.suspensions', 'installs.compliance_lapses', 'installs.subprocessor_notices',
    'ledger.currency', 'listings.appeals', 'listings.concerns', 'listings.contents', 'listings.contract_versions', 'listings.deprecations', 'listings.evidence',
    'listings.prices', 'listings.review_exceptions', 'payouts.held_amounts', 'payouts.payout_accounts',
    'payouts.payout_attempts', 'payouts.payout_holds', 'payouts.payout_runs', 'reconciliation.items',
    'secrets.signing_keys'
  ];
  -- Rows stay as they were made: each column before the bar gets a value once, those behind it change.
  as_made constant text[] := array[
    'authors.offboardings: ended_at withdrawn_at withdrawn_by_name |',
    'authors.suspensions: resume_reason resumed_at resumed_by resumed_by_name |',
    'billing.disputes: accepted_at approval_id covered withdrawn | amount closed_at evidence_due_at evidence_submitted '
      'fee phase reason status updated_at version',
    'billing.refunds: balance_transaction_id booked_at covered provider_refund_id | ended_at failure_transaction_id '
      'problem state version',
    'billing.split_rules: valid_to |',
    'billing.suspensions: resumed_at |',
    'installs.compliance_lapses: acted_at ended_at ended_how | claims',
    'installs.subprocessor_notices: objected_at objected_by objected_by_name objection |',
    'listings.deprecations: closed_at retired_at withdrawn_at |',
    'listings.prices: valid_to |',
    'listings.review_exceptions: end_reason ended_at ended_by ended_by_name |',
    'reconciliation.items: approval_id close_reason closed_at | amount detail owner_id owner_name state suspense',
    'secrets.signing_keys: adopted_at revoked_at | last_used_at not_after sealed'
  ];
  line text;
  place regclass;
begin
  foreach place in array append_only loop
    execute format('create or replace trigger append_only before delete or update or truncate on %s
      for each statement execute function platform.refuse_change()', place);
  end loop;
  foreach line in array aging loop
    execute format('create or replace trigger unchanged before update or truncate on %s
      for each statement execute function platform.refuse_change()', split_part(line, ': ', 1));
    execute format('create or replace trigger aging before delete on %s for each row when (not (%s)) execute function platform.refuse_decided(''a row that is not old'')',
      split_part(line, ': ', 1), split_part(line, ': ', 2));
  end loop;
  foreach place in array kept loop
    execute format('create or replace trigger kept before delete or truncate on %s
      for each statement execute function platform.refuse_change()', place);
  end loop;
  foreach line in array as_made loop
    execute format('create or replace trigger as_made before update on %s for each row execute function platform.keep_as_made(%L, %L)',
      split_part(line, ': ', 1), split_part(split_part(line, ': ', 2), ' |', 1), btrim(split_part(line, '|', 2)));
  end loop;
end $$;
