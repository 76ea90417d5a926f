-- Tables whose rows stay, whoever writes: not even their owner changes or removes one by mistake. What the product may
-- do to them is in grants.sql. Applied when it has changed.
do $$
declare
  -- They only grow: a row is what happened, and stays as it was written.
  append_only constant regclass[] := array[
    'authors.agreement_signatures', 'authors.agreement_versions', 'authors.application_criteria',
    'authors.application_judgements', 'authors.application_manifest_checks', 'authors.application_messages',
    'authors.application_steps', 'billing.dispute_steps', 'billing.invoice_lines', 'billing.line_adjustments',
    'billing.listing_fees', 'billing.policies', 'billing.refund_lines', 'installs.agreement_notices',
    'installs.settings', 'installs.upgrade_differences', 'ledger.account_code', 'ledger.account_snapshot',
    'ledger.closed_periods', 'ledger.ledger_account', 'ledger.ledger_entry', 'ledger.ledger_tx',
    'ledger.posting_kinds', 'ledger.seal_checks', 'ledger.seals', 'listings.commercial_changes',
    'listings.conformance_runs', 'listings.evidence_notices', 'listings.icons', 'listings.plan_prices',
    'listings.publications', 'listings.removals', 'listings.review_criteria', 'listings.review_judgements',
    'listings.revisions', 'listings.state_changes', 'listings.subprocessor_changes', 'listings.sunset_notices',
    'payouts.conversions', 'payouts.payout_approvals', 'payouts.run_decisions', 'platform.audit_log',
    'platform.audit_seals', 'platform.kept_files', 'reconciliation.item_history', 'reconciliation.matches',
    'reconciliation.provider_balance_tx', 'statements.alterations', 'statements.months',
    'statements.self_billing_invoices', 'statements.statements', 'statements.tax_profiles', 'statements.tree_nodes',
    'stripe_gateway.provider_events'
  ];
  -- Rows go on to their end, and are never removed.
  kept constant regclass[] := array[
    'approvals.approvals', 'billing.credit_note_counters', 'billing.credit_notes', 'billing.disputes',
    'billing.install_segments', 'billing.invoices', 'billing.payments', 'billing.periods', 'billing.refund_attempts',
    'billing.refunds', 'installs.compliance_lapses', 'installs.subprocessor_notices',
    'ledger.currency', 'listings.review_exceptions', 'payouts.held_amounts', 'payouts.payout_accounts',
    'payouts.payout_attempts', 'payouts.payout_holds', 'payouts.payout_runs', 'reconciliation.items'
  ];
  place regclass;
begin
  foreach place in array append_only loop
    execute format('create or replace trigger append_only before delete or update or truncate on %s
      for each statement execute function platform.refuse_change()', place);
  end loop;
  foreach place in array kept loop
    execute format('create or replace trigger kept before delete or truncate on %s
      for each statement execute function platform.refuse_change()', place);
  end loop;
end $$;
