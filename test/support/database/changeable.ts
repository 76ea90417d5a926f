/** What the role of the api can change of rows that are there, by reason, table and columns; "-": it can remove rows. */
export const CHANGEABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'its owner says what it is': {
    'authors.applications':
      'category company_name country data_classes description drive_name drive_slug founder_name github intended_scopes manifest_url security_contact website',
    'authors.organizations': 'country name website',
    'billing.tenant_customers': 'collected_by',
    'billing.billing_details':
      'changed_at changed_by city country legal_name line1 postal_code region tax_id tax_id_type',
    'identity.users': 'acts_for name password_hash',
    'installs.installs': 'config settings_version',
    'listings.contents':
      'body decided_at decided_by decided_by_name reason revision state waiting_since written_at written_by_name',
    'listings.pictures': '-',
    'listings.submission_notes': 'contact permission_reasons test_notes written_at written_by written_by_name',
    'secrets.drive_signing': 'changed_at scope',
  },
  'one step on the way of something under way; a table of states or a trigger holds the order': {
    'authors.applications': 'decided_by opened_by state submitted_at updated_at',
    'authors.developer_accounts': 'activated_at state updated_at',
    'billing.disputes': 'amount closed_at evidence_due_at evidence_submitted fee reason status updated_at version',
    'billing.install_segments': 'closed_by_event ended_at reported_ended_at',
    'billing.invoices':
      'fault fault_seconds fault_since fault_tries last_problem next_retry_at past_due_at retry_count state suspend_at tax_details tax_transaction_id warned_at',
    'billing.payments': 'next_send_at problem sends',
    'billing.periods': 'requested_by',
    'billing.refunds': 'problem state version',
    'installs.installs': 'paused_at revoked_at state',
    'installs.tenants': 'currency name standing_at suspended_at',
    'installs.ventures': 'name',
    'listings.concerns': 'email ended_at ended_by ended_by_name outcome reason',
    'listings.listings': 'state',
    'listings.prices': 'valid_to',
    'listings.submissions': 'answer base_revision_id round state taken_back validated_at waiting_since',
    'payouts.payout_holds': 'end_reason ended_by ended_by_name ends_at released_at',
    'payouts.payout_runs': 'pause_reason paused paused_currencies settled_at state',
    'payouts.payouts': '- failure failure_code retries settled_at state',
    'reconciliation.items': 'amount detail owner_id owner_name state',
  },
  'what a plugin, a manifest or the provider answered last': {
    'installs.installs':
      'billing drive_install_id events_cursor_ms failure health metrics mount_url next_poll_at poll_every_s polled_at refusal refused_since scoped_token seen_ids signed_at signed_endpoint token_proof token_refused_at unreachable_since',
    'billing.vat_checks': 'asked_at checked_at reference valid',
    'listings.listings':
      'category checked_at checks conformance_ok followed_reading handshake_at last_seen_digest last_synced_at listed_at live_revision_id manifest_etag manifest_read_at motion name next_sync_at readings sync_failures sync_requested_at tagline tier verified_at',
    'payouts.payout_accounts': 'active bank bank_asked_at bank_since checked_at closed_at requirements state',
    'payouts.payout_attempts': 'answer lease_delivery lease_owner lease_until touched_at',
  },
  'access that ends or is proved again at any time': {
    'authors.organization_members': 'left_at',
    'identity.api_tokens': 'last_used_at revoked_at',
    'identity.recovery_codes': '- used_at',
    'identity.role_grants': '- member_role',
    'identity.sessions':
      '- acts_for authenticated_at last_seen_at previous_token_hash revoked_at rotated_at second_factor token_hash',
    'identity.totp_factors': '- confirmed_at created_at last_step seed',
    'identity.users': 'codes_closed_at disabled_at disabled_by disabled_reason email_confirmed_at wrong_codes',
    'installs.host_operators': '- answered_at email invited_at state user_id',
    'secrets.signing_keys': 'adopted_at last_used_at not_after revoked_at',
    'secrets.tenant_rings': 'handed_over_at',
  },
  'the same key, sealed by a newer one': { 'secrets.signing_keys': 'sealed' },
  'counts, queues and points that are rolled up and go; a sandbox has a clock': {
    'identity.mail_choices': '-',
    'identity.mail_requests': '-',
    'installs.history_points': '-',
    'installs.host_events': '-',
    'platform.outbox_events': '- relayed_at',
    'platform.test_clock': 'lease lease_ends_at offset_ms',
    'statements.export_parts': '-',
    'statements.sealings': '-',
    'webhooks.attempts': '-',
  },
};
