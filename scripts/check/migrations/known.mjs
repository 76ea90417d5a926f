const UNRELEASED = 'nothing had been released, so no older version was at work';
const SMALL = 'a few rows: they are read in a moment';

/** Known violations of rules by migrations, by file, each with the reason why it was harmless. */
export const KNOWN = {
  '1795624200000-platform-field-names.ts': {
    'rename table ${schema}.${from}': UNRELEASED,
    'rename column ${schema}.${to}.${probedFrom}': UNRELEASED,
    'rename constraint ${name} on ${schema}.${to}': UNRELEASED,
    'rename function ${schema}.${from}': UNRELEASED,
  },
  '1795689600000-platform-request-keys.ts': {
    'non-constant default of column ${table}.request_key':
      'current_setting is stable: PostgreSQL evaluates it once and writes no row',
  },
  '1795910000003-identity-warnings.ts': {
    'add constraint mail_requests_kind_check on identity.mail_requests': 'rows are forgotten within hours',
  },
  '1795930000001-webhooks-verified-addresses.ts': {
    'add constraint endpoints_state_check on webhooks.endpoints': SMALL,
  },
  '1795960000000-ledger-posting-kinds.ts': {
    'drop function payouts.recovery_is_approved': 'its trigger goes with it; nothing else called it',
    'drop table ledger.late_kinds': `nothing of its only kind was ever posted, and ${UNRELEASED}`,
  },
  '1796060000001-installs-settings.ts': {
    'add constraint within column installs.installs.settings_version': UNRELEASED,
  },
  '1796070000001-installs-call-plans.ts': {
    'add constraint sync_notes_kind_check on listings.sync_notes': SMALL,
  },
  '1796500000004-installs-drive-polls.ts': {
    'add constraint primary on secrets.signing_clocks': `a row per key: ${SMALL}; ${UNRELEASED}`,
  },
  '1796500000005-identity-host-api.ts': {
    'add constraint within column identity.api_tokens.scopes': SMALL,
    'add constraint api_tokens_scopes on identity.api_tokens': SMALL,
    'add constraint api_tokens_approval on identity.api_tokens': SMALL,
    'add constraint api_tokens_second_admin on identity.api_tokens': SMALL,
  },
  '1796500000006-installs-compliance.ts': {
    'add constraint within column listings.subprocessor_lists.entries': SMALL,
    'add constraint within column listings.subprocessor_lists.pending_entries': SMALL,
    'add constraint subprocessor_changes_difference on listings.subprocessor_changes': SMALL,
    'add constraint evidence_notices_kind_check on listings.evidence_notices': SMALL,
  },
};
