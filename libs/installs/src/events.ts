import { defineEvent } from '@portal/platform/events';
import type { AgreementNotice, LapseAction } from './compliance/domain/compliance-lapse.js';
import type { CallRefusal } from './install/domain/token-refusal.js';
import type { ComplianceGap } from './tenants/domain/tenant-compliance.js';

/** An operator requested a plugin in a venture; the Drive has not been notified yet. */
export const InstallRequested = defineEvent<{ install_id: string }>('install.requested', 1);

/** The Drive answered with a token. `amount_minor` is per month; without a price the install is free. */
export const InstallActivated = defineEvent<{
  install_id: string;
  tenant_id: string;
  venture_id: string;
  drive_id: string;
  org_id: string | null;
  price_id: string | null;
  amount_minor: string;
  currency: string;
  /** Days at the beginning that cost nothing; they come with the price. */
  trial_days?: number;
  activated_at: string;
}>('install.activated', 1);

/** An operator accepted another revision, at its price. */
export const InstallUpgraded = defineEvent<{
  install_id: string;
  revision_id: string;
  price_id: string | null;
  amount_minor: string;
  currency: string;
  upgraded_at: string;
}>('install.upgraded', 1);

/** A running install was ended: billing stops here, the Drive has not been notified yet. */
export const InstallEnded = defineEvent<{ install_id: string; ended_at: string }>('install.ended', 1);

/** A tenant's invoice is long overdue: its paid installs are suspended from that instant. Emitted by billing. */
export const TenantSuspended = defineEvent<{ tenant_id: string; suspended_at: string }>('tenant.suspended', 1);

/** The compliance record of a tenant, or its requirements of plugins, was replaced. */
export const TenantComplianceChanged = defineEvent<{ tenant_id: string }>('tenant.compliance_changed', 1);

export interface CompliancePayload {
  tenant_id: string;
  drive_id: string;
  /** `baa_required`, `residency_missing`, `compliance_missing` or `claims_unproven`. */
  gap: ComplianceGap;
  /** RFC 3339. */
  at: string;
}

/** A requirement of running installs of a Drive is no longer met for a tenant. */
export const ComplianceLapsed = defineEvent<CompliancePayload>('compliance.lapsed', 1);

/** The requirement is met again, and the installs still run. */
export const ComplianceRestored = defineEvent<CompliancePayload>('compliance.restored', 1);

export interface ComplianceActedPayload {
  install_id: string;
  gap: ComplianceGap;
  action: LapseAction;
}

/** An install was paused or removed, as announced, because a requirement is no longer met. */
export const ComplianceActed = defineEvent<ComplianceActedPayload>('compliance.acted', 1);

export interface DueAgreementPayload {
  tenant_id: string;
  /** RFC 3339. */
  until: string;
  due: AgreementNotice;
}

/** The agreement of a tenant ends in 60, 30 or 7 days, or has ended; emitted once each. */
export const AgreementDue = defineEvent<DueAgreementPayload>('agreement.due', 1);

/** A tenant was notified that the subprocessors of a Drive changed, and may object. */
export const SubprocessorNoticeOpened = defineEvent<{ notice_id: string }>('subprocessor_notice.opened', 1);

/** An operator objects to a change of subprocessors. */
export const SubprocessorsObjected = defineEvent<{ notice_id: string }>('subprocessor_notice.objected', 1);

/** The billing currency of a tenant, from now on; existing charges keep theirs. */
export const TenantCurrencyChanged = defineEvent<{ tenant_id: string; currency: string; before: string }>(
  'tenant.currency_changed',
  1,
);

/** The host made a person an operator of a tenant. */
export const OperatorAdded = defineEvent<{ tenant_id: string; user_id: string }>('operator.added', 1);

/** A person is no longer an operator of a tenant and has no access to it. */
export const OperatorRemoved = defineEvent<{ tenant_id: string; user_id: string }>('operator.removed', 1);

/** The tenant has paid, and its installs resume. Emitted by billing. */
export const TenantResumed = defineEvent<{ tenant_id: string; resumed_at: string }>('tenant.resumed', 1);

/** The Drive confirmed the end (or did not know the install). */
export const InstallRevoked = defineEvent<{ install_id: string }>('install.revoked', 1);

/** Operators of a tenant have not answered these upgrades and are reminded of them. RFC 3339. */
export const UpgradesReminded = defineEvent<{ tenant_id: string; upgrades: number; reminded_at: string }>(
  'upgrades.reminded',
  1,
);

/** An install failed: the Drive refused it, or a person gave it up. */
export const InstallFailed = defineEvent<{ install_id: string; reason: string }>('install.failed', 1);

export interface AttentionPayload {
  install_id: string;
  why: 'call_tried_to_the_end' | 'token_refused' | CallRefusal | 'settings_not_confirmed' | 'event_quota_reached';
}

/**
 * A person has to act: a call failed at every attempt, the Drive refuses the token of an install that runs or all signed
 * calls, it has not confirmed new settings for a day, or reported more events than are stored per day.
 */
export const InstallNeedsAttention = defineEvent<AttentionPayload>('install.attention_needed', 1);

/** The settings of an install have another version. */
export const InstallSettingsChanged = defineEvent<{ install_id: string; version: number }>(
  'install.settings_changed',
  1,
);

/** A version was offered to this many installs of a Drive; several events for a Drive with very many. */
export const UpgradesOffered = defineEvent<{ drive_id: string; version: string | null; installs: number }>(
  'upgrades.offered',
  1,
);

/** An operator, or the host for one, declined another version of an install. */
export const UpgradeDeclined = defineEvent<{ install_id: string; version: string | null }>('upgrade.declined', 1);
