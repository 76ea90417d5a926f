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

/** Tables whose rows are never removed and change by rules of their own. The others are found in the catalogue of the database. */
export const KEPT_TABLES: Readonly<Record<string, KeptTable>> = {
  'authors.application_appeals': {
    fixed: { always: 'application_id text filed_by filed_by_name filed_at refused_by' },
    moves: { open: 'granted dismissed withdrawn' },
    starts: 'open',
  },
  'authors.applications': {
    fixed: {},
    // Refused as well: from rejected to in_review, which a granted appeal alone opens.
    moves: {
      draft: 'submitted withdrawn',
      submitted: 'in_review withdrawn',
      in_review: 'changes_requested approved rejected withdrawn',
      changes_requested: 'in_review withdrawn',
    },
  },
  'authors.developer_accounts': {
    fixed: {},
    moves: {
      pending_agreement: 'active terminated',
      active: 'suspended terminated',
      suspended: 'active terminated',
    },
  },
  'authors.offboardings': {
    fixed: { always: 'id org_id reason by_staff asked_by asked_at ends_at withdrawn_at withdrawn_by_name ended_at' },
  },
  'authors.suspensions': {
    fixed: { always: 'id org_id code reason suspended_by suspended_at resumed_by resume_reason resumed_at' },
  },
  'billing.credit_note_counters': { fixed: {} },
  'billing.disputes': {
    fixed: {
      always: 'id provider_dispute_id invoice_id payment_id currency opened_at created_at withdrawn covered',
    },
    moves: { none: 'opened won lost', opened: 'won lost', lost: 'appeal_won' },
    column: 'phase',
  },
  'billing.install_segments': {
    fixed: {
      always: 'id install_id tenant_id drive_id org_id price_id amount currency split_rule_id author_bps started_at',
    },
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
      always:
        'id invoice_id n idempotency_key customer_id payment_method_id amount currency first_sent_at begun_at created_at',
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
  'billing.split_rules': { fixed: { always: 'author_bps valid_from valid_to org_id drive_id' } },
  'billing.suspensions': { fixed: { always: 'id tenant_id invoice_id suspended_at resumed_at' } },
  'billing.tax_reversals': {
    fixed: { always: 'credit_note_id invoice_id net tax idempotency_key', reversed: 'transaction_id' },
    moves: { due: 'reversed refused void' },
  },
  'listings.appeals': {
    fixed: { always: 'id drive_id org_id submission_id text filed_by filed_by_name filed_at' },
    moves: { open: 'granted dismissed withdrawn superseded' },
    starts: 'open',
  },
  'listings.contract_versions': {
    fixed: { always: 'major flat structured schema_version released_at deprecated_at' },
  },
  'listings.deprecations': {
    fixed: { always: 'id drive_id reason announced_by announced_at closes_at retires_at closed_at withdrawn_at' },
  },
  'installs.compliance_lapses': {
    fixed: { always: 'install_id gap noticed_at since action policy_version acts_at acted_at ended_at ended_how' },
  },
  'installs.subprocessor_notices': {
    fixed: {
      always:
        'id change_id drive_id tenant_id noticed_at object_until objected_at objected_by objected_by_name objection',
    },
  },
  'listings.listings': {
    fixed: {},
    // The others need what justifies them as well.
    moves: {
      unlisted: 'listed',
      listed: 'paused sunset_announced removed',
      paused: 'listed sunset_announced removed',
      sunset_announced: 'listed closed_to_installs removed',
      closed_to_installs: 'retired removed',
      removed: 'listed paused closed_to_installs',
    },
  },
  'listings.concerns': { fixed: { always: 'id drive_id org_id kind text reported_at ended_at' } },
  'listings.contents': {
    fixed: { always: 'id drive_id org_id' },
    moves: { draft: 'in_review withdrawn', in_review: 'approved changes_requested draft' },
    starts: 'draft',
    empty: ['decided_by', 'decided_by_name', 'decided_at', 'reason'],
  },
  'listings.evidence': { fixed: { always: 'id drive_id claim file_name sha256 content valid_until ended_at' } },
  'listings.prices': { fixed: { always: 'id tier currency audience amount_minor valid_from created_at valid_to' } },
  'listings.review_exceptions': {
    fixed: { always: 'id approval_id drive_id criterion ends_at made_at ended_by' },
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
    fixed: {
      always: 'id month prepared_by cutoff_tx input_hash computation approvals_needed',
      computing: 'prepared_by approvals_needed',
      approved: 'prepared_by_name',
    },
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
    fixed: {
      always: 'id run_id org_id currency balance amount carry held parts payout_account_id provider_account_id',
    },
    moves: {
      computed: 'reserved carried cancelled',
      reserved: 'sending carried cancelled',
      sending: 'settled carried',
      carried: 'reserved cancelled',
    },
    starts: 'computed',
  },
  'reconciliation.items': {
    fixed: { always: 'id ref kind currency opened_at', closed: 'state amount suspense close_reason closed_at' },
    moves: { open: 'explained closed', explained: 'open closed' },
  },
  'secrets.signing_keys': {
    fixed: { always: 'id scope owner_id version fingerprint not_before created_at revoked_at adopted_at' },
  },
};
