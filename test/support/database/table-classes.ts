/** Operations that the application may do on the rows of a table; the database refuses all others. */
export type TableClass =
  /** Rows are added and stay as they are. */
  | 'append-only'
  /** Rows come by migrations, or from a function that computes them. */
  | 'read-only'
  | KeptTable
  /** Nothing is refused, for a reason. */
  | { readonly free: string };

/** Rows are never removed, and change as follows. */
export interface KeptTable {
  /** Columns that stay once they are set; by the state in which they do, `always` in every one. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Which states may follow which; a state that is not named is the last one. */
  readonly moves?: Readonly<Record<string, string>>;
  /** The state that a row begins in. */
  readonly starts?: string;
  /** The column of the state. */
  readonly column?: string;
  /** Columns without which a row can still move. */
  readonly empty?: readonly string[];
}

const proposal = (fixed: string): KeptTable => ({
  fixed: { always: `${fixed} proposed_by proposed_by_name proposed_at`, approved: 'state decided_by decided_at' },
  moves: { proposed: 'approved rejected' },
  starts: 'proposed',
});

const tables = (names: string, of: TableClass): Record<string, TableClass> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, of]),
  );

/** Every table of the product. A new one needs a class before the tests pass. */
export const TABLE_CLASSES: Readonly<Record<string, TableClass>> = {
  ...tables(
    `authors.agreement_signatures authors.agreement_versions authors.application_criteria authors.application_judgements
     authors.application_manifest_checks authors.application_messages authors.application_steps
     billing.dispute_steps billing.line_adjustments billing.listing_fees billing.refund_lines
     installs.agreement_notices installs.settings installs.upgrade_differences
     ledger.account_balance ledger.account_snapshot ledger.closed_periods ledger.ledger_account ledger.ledger_entry
     ledger.ledger_tx ledger.seals
     listings.conformance_runs listings.evidence_notices listings.icons listings.plan_prices listings.publications
     listings.review_criteria listings.review_judgements listings.revisions listings.state_changes
     listings.subprocessor_changes listings.sunset_notices
     payouts.conversions payouts.payout_approvals payouts.run_decisions
     platform.audit_log platform.audit_seals
     reconciliation.item_history reconciliation.matches reconciliation.provider_balance_tx
     statements.alterations statements.months statements.self_billing_invoices statements.statements
     statements.tax_profiles statements.tree_nodes
     stripe_gateway.provider_events`,
    'append-only',
  ),
  ...tables(
    `billing.invoice_lines installs.drive_counts ledger.account_code ledger.currency ledger.posting_kinds ledger.seal_checks platform.schema_files
     platform.schema_versions`,
    'read-only',
  ),
  'authors.application_appeals': {
    fixed: { always: 'application_id text filed_by filed_by_name filed_at refused_by' },
    moves: { open: 'granted dismissed withdrawn' },
    starts: 'open',
  },
  'authors.drive_reservations': { fixed: { always: 'id slug org_id' } },
  'authors.offboardings': { fixed: {} },
  'authors.suspensions': { fixed: {} },
  'billing.credit_note_counters': { fixed: {} },
  'billing.credit_notes': { fixed: { always: 'id invoice_id kind net tax currency number_seq legal_entity' } },
  'billing.disputes': {
    fixed: {
      always: 'id provider_dispute_id invoice_id payment_id currency opened_at created_at withdrawn covered',
    },
    moves: { none: 'opened won lost', opened: 'won lost', lost: 'appeal_won' },
    column: 'phase',
  },
  'billing.install_segments': {
    fixed: { always: 'id install_id tenant_id drive_id org_id price_id amount currency split_rule_id started_at' },
  },
  'billing.invoices': {
    fixed: {
      always: 'id number_seq tenant_id month currency kind created_at',
      paid: 'subtotal tax paid_at issued_at carried_in',
    },
    moves: {
      draft: 'open below_minimum',
      open: 'paid past_due credited',
      past_due: 'paid uncollectible credited',
      below_minimum: 'paid uncollectible credited',
      uncollectible: 'paid',
    },
    starts: 'draft',
  },
  'billing.payments': {
    fixed: {
      always: 'id invoice_id n idempotency_key customer_id payment_method_id amount currency first_sent_at created_at',
      succeeded: 'state payment_intent_id charge_id balance_transaction_id fee ended_at',
      surplus: 'state payment_intent_id charge_id balance_transaction_id fee ended_at',
    },
    moves: {
      sending: 'succeeded declined requires_action void stuck surplus',
      declined: 'succeeded surplus',
      requires_action: 'succeeded surplus',
      void: 'succeeded surplus',
      stuck: 'succeeded surplus void',
    },
    starts: 'sending',
  },
  'billing.periods': {
    fixed: { always: 'month' },
    moves: { open: 'closing', closing: 'closed' },
    starts: 'open',
  },
  'billing.policies': proposal('id key version value valid_from'),
  'billing.refund_attempts': {
    fixed: { always: 'refund_id n idempotency_key first_sent_at created_at' },
    moves: { sending: 'made refused void stuck', stuck: 'made refused void' },
    starts: 'sending',
  },
  'billing.refunds': {
    fixed: {
      always:
        'id invoice_id payment_id origin scope reason note amount currency requested_by created_at booked_at covered balance_transaction_id provider_refund_id',
    },
    moves: {
      requested: 'sending failed pending succeeded',
      sending: 'pending succeeded failed',
      pending: 'succeeded failed',
      succeeded: 'failed',
    },
    starts: 'requested',
  },
  'billing.share_overrides': proposal('id org_id drive_id basis_points month reason'),
  'billing.split_rules': { fixed: { always: 'author_bps valid_from valid_to org_id drive_id' } },
  'billing.suspensions': { fixed: { always: 'id tenant_id invoice_id suspended_at resumed_at' } },
  'billing.tax_reversals': {
    fixed: { always: 'credit_note_id invoice_id net tax idempotency_key', reversed: 'transaction_id' },
    moves: { due: 'reversed refused void' },
  },
  'billing.write_offs': proposal('id invoice_id reason'),
  'identity.factor_removals': {
    fixed: {
      always:
        'id user_id reason requested_by requested_at request_token_hash expires_at approved_by approved_at approval_token_hash due_at',
      done: 'ended_at',
      cancelled: 'ended_at cancelled_by',
      expired: 'ended_at',
    },
    moves: { requested: 'approved cancelled expired', approved: 'done cancelled' },
    starts: 'requested',
  },
  'identity.role_proposals': {
    fixed: { always: 'id user_id role reason proposed_by proposed_at expires_at', confirmed: 'state decided_by' },
    moves: { open: 'confirmed withdrawn expired' },
    starts: 'open',
    empty: ['granted_at'],
  },
  'listings.appeals': {
    fixed: { always: 'id drive_id org_id submission_id text filed_by filed_by_name filed_at' },
    moves: { open: 'granted dismissed withdrawn superseded' },
    starts: 'open',
  },
  'listings.commercial_changes': proposal('id kind'),
  'listings.contract_versions': {
    fixed: { always: 'major flat structured schema_version released_at deprecated_at' },
  },
  'listings.deprecations': { fixed: {} },
  'installs.compliance_lapses': {
    fixed: { always: 'install_id gap noticed_at since action policy_version acts_at acted_at ended_at ended_how' },
  },
  'installs.subprocessor_notices': {
    fixed: {
      always:
        'id change_id drive_id tenant_id noticed_at object_until objected_at objected_by objected_by_name objection',
    },
  },
  'listings.evidence': { fixed: { always: 'id drive_id claim file_name sha256 content valid_until ended_at' } },
  'listings.prices': { fixed: { always: 'id tier currency audience amount_minor valid_from created_at valid_to' } },
  'listings.removals': { fixed: {} },
  'listings.review_exceptions': {
    fixed: { always: 'id drive_id criterion reason ends_at proposed_by proposed_at confirmed_by ended_by' },
  },
  'payouts.held_amounts': {
    fixed: { always: 'hold_id month currency org_id payout_id amount release_at released_at' },
  },
  'payouts.payout_accounts': {
    fixed: { always: 'id org_id country provider_account_id created_at replaces usable_from closed_at' },
    moves: {
      creating: 'incomplete verifying ready rejected closed',
      incomplete: 'verifying ready rejected closed',
      verifying: 'incomplete ready rejected closed',
      ready: 'incomplete verifying rejected closed',
      rejected: 'incomplete verifying ready closed',
    },
  },
  'payouts.payout_attempts': {
    fixed: {
      always:
        'payout_id n idempotency_key body_hash first_sent_at transfer_id balance_transaction_id destination_payment_id',
    },
    moves: { sending: 'unknown accepted rejected void', unknown: 'accepted rejected void' },
    starts: 'sending',
  },
  'payouts.payout_holds': { fixed: { always: 'id org_id kind basis_points reason starts_at made_by_name' } },
  'payouts.payout_runs': {
    fixed: { always: 'id month', approved: 'cutoff_tx input_hash prepared_by computation approvals_needed' },
    moves: {
      draft: 'computing cancelled',
      computing: 'computed draft cancelled',
      computed: 'draft approved cancelled',
      approved: 'executing cancelled',
      executing: 'settled partially_failed',
      partially_failed: 'executing',
    },
    starts: 'draft',
  },
  'payouts.payouts': {
    fixed: { always: 'id run_id org_id currency balance amount carry held payout_account_id provider_account_id' },
    moves: {
      computed: 'reserved carried cancelled',
      reserved: 'sending carried cancelled',
      sending: 'settled carried',
      carried: 'reserved cancelled',
    },
    starts: 'computed',
  },
  'payouts.recoveries': proposal('id org_id currency amount how reason evidence'),
  'reconciliation.items': {
    fixed: { always: 'id ref kind currency opened_at', closed: 'state amount suspense close_reason closed_at' },
    moves: { open: 'explained closed', explained: 'open closed' },
  },
  'secrets.signing_keys': {
    fixed: { always: 'id scope owner_id version fingerprint not_before created_at revoked_at adopted_at' },
  },
  ...tables('billing.invoice_counter', { free: 'one row; an invoice refuses a number that another one has' }),
  ...tables(
    `authors.applications authors.developer_accounts listings.listings listings.submissions installs.installs
     installs.upgrade_prompts billing.card_pages billing.payment_method_saves payouts.bank_legs`,
    { free: 'moves no money; its service says which state follows which, of some a trigger as well' },
  ),
  ...tables(
    `authors.organizations authors.organization_members authors.invitations billing.billing_details
     billing.tenant_customers identity.users identity.external_logins identity.mail_choices identity.role_grants
     installs.host_operators installs.tenants installs.ventures installs.upgrade_policies installs.tenant_compliance listings.review_claims
     listings.review_rechecks listings.submission_notes listings.submission_checks listings.report_links
     listings.subprocessor_lists listings.sync_notes listings.revision_icons webhooks.endpoints
     installs.host_event_kinds`,
    { free: 'what people enter and change; who did is in the audit log' },
  ),
  ...tables(
    `identity.api_tokens identity.attempts identity.known_networks identity.mail_requests
     identity.mailed_links identity.notifications identity.recovery_codes identity.sessions
     identity.sign_in_challenges identity.totp_factors platform.rate_limits secrets.key_rings secrets.signing_clocks
     secrets.drive_signing secrets.tenant_rings secrets.install_uses secrets.key_reminders secrets.dry_runs
     secrets.dry_run_probes installs.setting_secrets platform.sealing_keys platform.sealed_counts platform.reseal_runs webhooks.secrets`,
    { free: 'credentials and counts that end, are sealed again under another key, or are thrown away' },
  ),
  ...tables(
    `installs.config_updates installs.call_plans installs.drive_events installs.drive_polls installs.event_counts installs.event_feeds installs.history installs.history_points installs.readings installs.billing_summaries installs.rejected_counts installs.rejected_events platform.outbox_events platform.deliveries platform.audit_unsealed platform.live_events
     platform.mail_messages platform.idempotency_keys platform.job_schedules platform.workers platform.test_clock
     webhooks.messages webhooks.attempts installs.host_events installs.deliveries installs.delivery_attempts
     installs.delivery_queues`,
    { free: 'work on its way, removed when it is done and old' },
  ),
  ...tables(
    `listings.catalogue_entries listings.catalogue_facets listings.catalogue_generation listings.catalogue_moved
     listings.catalogue_pending listings.catalogue_popular listings.catalogue_terms listings.catalogue_trigrams
     listings.catalogue_values listings.catalogue_words listings.validations reconciliation.runs simulator.simulations
     statements.exports statements.export_parts statements.made statements.sealings stripe_gateway.backfills
     stripe_gateway.call_pace`,
    { free: 'computed from other tables, and made again whenever it is needed' },
  ),
};
