import { ComplianceLapseView } from '../../compliance/read/compliance-lapse.view.js';
import { ApiProperty, OmitType, PickType } from '@portal/platform/description';
import { PERMISSION_LEVELS, type PermissionLevel } from '@portal/contract';
import { SHOWN_OPERATOR_STATES, type ShownOperatorState } from '../../tenants/domain/host-operator-state.js';
import { CallPlanView } from './call-plan.view.js';
import { SignedCallsView } from './signed-calls.view.js';
import {
  AddressesView,
  BILLING_MODELS,
  ListingContentView,
  ReleasedVersionView,
  type BillingModel,
} from '@portal/listings';
import { instant, maybeInstant, maybeText, anyObject, maybeNumber, maybeObject } from '@portal/platform/http';
import { INSTALL_STATES, type InstallState } from '../domain/install-state.js';
import { UpgradeSettingsView } from '../../settings/settings.view.js';

export class VentureView {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty() external_id: string;
  @ApiProperty() tenant_id: string;
  @ApiProperty() tenant_name: string;
}

export class TenantView {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty() external_id: string;
}

export class TenantOperatorView {
  @ApiProperty() id: string;
  @ApiProperty() email: string;
  @ApiProperty() name: string;
  @ApiProperty(instant) since: string;
  @ApiProperty({ description: 'Has a second step at sign-in' }) second_factor: boolean;
  @ApiProperty({ description: 'An admin disabled the account: still an operator, but cannot sign in' })
  disabled: boolean;
}

/** An operator by the host's own id. */
export class HostOperatorView {
  @ApiProperty({ description: "The host's own id" }) external_id: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: SHOWN_OPERATOR_STATES, description: 'An operator of the tenant once confirmed' })
  state: ShownOperatorState;
  @ApiProperty({ ...maybeText, description: 'Who confirmed' }) user_id: string | null;
  @ApiProperty(instant) invited_at: string;
  @ApiProperty({ ...instant, description: 'Until when it can be accepted' }) expires_at: string;
  @ApiProperty(maybeInstant) answered_at: string | null;
}

export class InvitedOperatorView extends PickType(HostOperatorView, ['email', 'state'] as const) {}

export class OperatorInvitationView extends PickType(HostOperatorView, ['invited_at', 'expires_at'] as const) {
  @ApiProperty() id: string;
  @ApiProperty() tenant_name: string;
}

/** A tenant as the host registered it. */
export class HostTenantView extends TenantView {
  @ApiProperty({ description: 'What it is billed in, lower case' }) currency: string;
  @ApiProperty({ description: 'Names the currency that is shown here; sent with a change of it' })
  currency_revision: string;
}

class BusinessAssociateAgreementView {
  @ApiProperty({ description: 'Where the signed agreement is kept' }) reference: string;
  @ApiProperty({ ...instant, description: 'It counts until then' }) until: string;
}

/** Compliance record of a tenant about regulated data, and its requirements of plugins. */
export class TenantComplianceView extends OmitType(HostTenantView, ['id', 'name'] as const) {
  @ApiProperty() tenant_id: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty({ type: BusinessAssociateAgreementView, nullable: true }) baa: BusinessAssociateAgreementView | null;
  @ApiProperty({ ...maybeText, description: 'Where data must stay; null: anywhere' }) residency: string | null;
  @ApiProperty({ description: 'Only plugins that say how they treat regulated data' }) regulated: boolean;
  @ApiProperty({ description: 'What a change is made against; 0: nothing was written yet' }) revision: number;
  @ApiProperty(maybeInstant) changed_at: string | null;
  @ApiProperty({ description: 'Upgrades that nobody there can accept' }) blocked_upgrades: number;
}

export class GrantedPluginPermissionView {
  @ApiProperty() name: string;
  @ApiProperty({ description: 'What it allows, in plain words' }) text: string;
}

export class RunningInstallsView {
  @ApiProperty() running: number;
  @ApiProperty({ description: 'Those of them that do not respond' }) unreachable: number;
  @ApiProperty({ description: 'Those of them for which an upgrade is offered' }) upgrades: number;
}

export class InstallPriceView {
  @ApiProperty() amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ enum: ['month'] }) interval: string;
}

/** A tenant that cannot install a plugin, and why, in sentences. */
class BlockedTenantView {
  @ApiProperty() tenant_id: string;
  @ApiProperty({ type: [String] }) reasons: string[];
}

/** Price of a plugin for a tenant, in the tenant's billing currency. */
class TenantPriceView {
  @ApiProperty() tenant_id: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: InstallPriceView, nullable: true, description: 'Null: free, or not known' })
  price: InstallPriceView | null;
  @ApiProperty({ description: 'False while the host has no price in the currency: it cannot be installed there' })
  price_known: boolean;
}

/** A requested permission of a plugin, described for the person who grants it. */
class AskedPermissionView extends GrantedPluginPermissionView {
  @ApiProperty({ description: 'Whose or which data it concerns' }) data: string;
  @ApiProperty({ description: 'What does not work without it' }) without: string;
  @ApiProperty({ enum: PERMISSION_LEVELS, description: 'How sensitive what it allows is' }) level: PermissionLevel;
}

/** Something that a plugin states about regulated data. */
export class PluginClaimView {
  @ApiProperty() text: string;
  @ApiProperty({
    ...maybeInstant,
    description: 'Until when a reviewer accepted the evidence of its author; null: it is only stated',
  })
  proven_until: string | null;
}

class PluginQuotaView {
  @ApiProperty() unit: string;
  @ApiProperty() limit: number;
  @ApiProperty({ enum: ['block', 'meter'], description: 'Above the limit: it answers 402, or bills the use itself' })
  overage_policy: string;
}

export class PluginVersionView {
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty() digest: string;
  @ApiProperty(instant) published_at: string;
}

export class PluginView extends AddressesView {
  @ApiProperty() drive_id: string;
  @ApiProperty() slug: string;
  @ApiProperty() name: string;
  @ApiProperty() tagline: string;
  @ApiProperty({ description: 'In the words of its author, whole' }) description: string;
  @ApiProperty({ description: 'Name of the author' }) author: string;
  @ApiProperty(maybeText) category: string | null;
  @ApiProperty({ description: 'What an install accepts' }) digest: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty({ type: [AskedPermissionView] }) permissions: AskedPermissionView[];
  @ApiProperty({ type: [String] }) capabilities: string[];
  @ApiProperty({ type: [String] }) events_emitted: string[];
  @ApiProperty({ type: [String], description: 'Events of the host; none where it accepts no events' })
  events_consumed: string[];
  @ApiProperty({ type: PluginQuotaView, nullable: true }) quota: PluginQuotaView | null;
  @ApiProperty({ type: [PluginClaimView], description: 'About regulated data; none: it states nothing about it' })
  claims: PluginClaimView[];
  @ApiProperty({ type: [PluginVersionView], description: 'The last 20 that went live, newest first' })
  versions: PluginVersionView[];
  @ApiProperty({ type: ListingContentView, description: 'Of the author; empty before any is approved' })
  content: ListingContentView;
  @ApiProperty({ type: [ReleasedVersionView], description: 'Versions that went live, newest first, at most 50' })
  changes: ReleasedVersionView[];
  @ApiProperty({ description: 'Whether the public catalogue has it' }) in_catalogue: boolean;
  @ApiProperty(maybeObject) config_schema: object | null;
  @ApiProperty({
    type: InstallPriceView,
    nullable: true,
    description: 'For the first of your tenants that it has a price for; null: free, or not known',
  })
  price: InstallPriceView | null;
  @ApiProperty({ description: 'False while the host has no price for any of your tenants' }) price_known: boolean;
  @ApiProperty({
    type: [TenantPriceView],
    description: 'For each of your tenants, by name; none with prices by agreement',
  })
  tenant_prices: TenantPriceView[];
  @ApiProperty({ description: 'Each venture has its own price, which finance agreed on with it; `price` is null then' })
  price_by_agreement: boolean;
  @ApiProperty({ enum: BILLING_MODELS, description: 'Who bills for it; with author_billing `price` is null' })
  billing_model: BillingModel;
  @ApiProperty({ description: 'Days at the beginning that cost nothing, once per tenant; 0: none' }) trial_days: number;
  @ApiProperty({ type: [String], description: 'Tenants of yours that had a paid install of it before: no trial' })
  trial_used_by: string[];
  @ApiProperty({ ...maybeInstant, description: 'Announced end: no new installs from then on' })
  closes_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'Announced end: installs end by themselves then' })
  ends_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Why it ends, in the words of who announced it' })
  ends_reason: string | null;
  @ApiProperty({ type: [String], description: 'Why none of your tenants can install it' }) blockers: string[];
  @ApiProperty({ type: [BlockedTenantView], description: 'Tenants of yours that cannot install it' })
  blocked_tenants: BlockedTenantView[];
}

/** A page of a plugin inside the host. */
class PluginPageView {
  @ApiProperty({
    description: 'As the manifest exposes it, below /plugins/installed/<id>/open here; "/" for the only one',
  })
  path: string;
  @ApiProperty({ description: 'Text of its menu entry' }) label: string;
  @ApiProperty({ description: 'Name of its icon; empty: none' }) icon: string;
  @ApiProperty({
    description: 'What the frame loads, on the own origin of the Drive or the one that its manifest names',
  })
  url: string;
}

export class InstallView extends SignedCallsView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: INSTALL_STATES.states }) state: InstallState;
  @ApiProperty() drive_id: string;
  @ApiProperty() slug: string;
  @ApiProperty({ description: 'Of the version that was agreed to, as are category and support' }) name: string;
  @ApiProperty(maybeText) category: string | null;
  @ApiProperty(maybeText) support_url: string | null;
  @ApiProperty(maybeText) support_email: string | null;
  @ApiProperty() tenant_id: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty() venture_id: string;
  @ApiProperty() venture_name: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty() digest: string;
  @ApiProperty({ type: [GrantedPluginPermissionView] }) permissions: GrantedPluginPermissionView[];
  @ApiProperty(anyObject) config: object;
  @ApiProperty({ type: InstallPriceView, nullable: true, description: 'Null: we charge nothing for it' })
  price: InstallPriceView | null;
  @ApiProperty({ enum: BILLING_MODELS, description: 'Who bills for it' }) billing_model: BillingModel;
  @ApiProperty({ description: 'Days from activation that cost nothing; 0: none' }) trial_days: number;
  @ApiProperty({ ...maybeInstant, description: 'Charged from then on' }) trial_ends_at: string | null;
  @ApiProperty({
    ...maybeText,
    description: 'Where it is opened: on the own origin of the Drive, or the one that its manifest names',
  })
  mount_url: string | null;
  @ApiProperty({ ...maybeText, description: 'Why the address that it gave is not opened' }) cannot_open: string | null;
  @ApiProperty({
    type: [PluginPageView],
    description: 'What is opened inside the host; none while it cannot be opened',
  })
  pages: PluginPageView[];
  @ApiProperty({ ...maybeText, description: 'Of the stripe above its pages, # and six digits' })
  accent_color: string | null;
  @ApiProperty({ description: 'It hands out a snippet to embed' }) embeds: boolean;
  @ApiProperty(maybeText) failure: string | null;
  @ApiProperty({ type: CallPlanView, nullable: true, description: 'What the plugin has not answered yet' })
  call: CallPlanView | null;
  @ApiProperty({ ...maybeInstant, description: 'Since then the plugin refuses the token that it gave' })
  token_refused_at: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['pending', 'refused', 'accepted', 'unanswered'],
    description: 'What a call with the token showed after the removal; null: no token, or not removed',
  })
  token_proof: string | null;
  @ApiProperty() upgrade_available: boolean;
  @ApiProperty({ description: 'The offered version was declined; the upgrade can be reopened' })
  upgrade_declined: boolean;
  @ApiProperty({ ...maybeInstant, description: 'Suspended: an invoice is unpaid' }) suspended_at: string | null;
  @ApiProperty({
    ...maybeInstant,
    description: 'Paused: nothing is sent to it and nothing is read, because a requirement is not met; it is billed',
  })
  paused_at: string | null;
  @ApiProperty({ type: [ComplianceLapseView], description: 'Requirements that it no longer meets' })
  compliance_lapses: ComplianceLapseView[];
  @ApiProperty(maybeInstant) activated_at: string | null;
  @ApiProperty(maybeInstant) ended_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'Announced end of the plugin' }) ends_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Why it ends, in the words of who announced it' })
  ends_reason: string | null;
  @ApiProperty(instant) created_at: string;
}

/** Usage against the cap of the installed version. */
class QuotaUseView {
  @ApiProperty({ description: "The manifest's name of what is counted", example: 'articles_per_month' }) unit: string;
  @ApiProperty({ description: 'As the plugin reports it, else the cap of the manifest' }) limit: number;
  @ApiProperty({ ...maybeNumber, description: 'Null: the plugin does not report it' }) used: number | null;
  @ApiProperty({
    enum: ['block', 'meter'],
    description: 'Above the cap: the plugin answers 402, or bills the usage itself, outside our invoices',
  })
  overage_policy: 'block' | 'meter';
  @ApiProperty({ description: 'The plugin answered 402 when it was last asked' }) exceeded: boolean;
}

export class MetricsView {
  @ApiProperty(maybeObject) metrics: object | null;
  @ApiProperty(maybeObject) health: object | null;
  @ApiProperty({ ...maybeObject, description: 'What it says that it bills; we bill by our own books' })
  billing: object | null;
  @ApiProperty({ type: QuotaUseView, nullable: true, description: 'Null: the version that is installed has no cap' })
  quota: QuotaUseView | null;
  @ApiProperty({ ...maybeInstant, description: 'When it was asked last' }) at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'Since then nothing can be read: the figures are from before' })
  unreachable_since: string | null;
}

class UpgradeChangeView {
  @ApiProperty({ enum: ['cosmetic', 'additive', 'consent', 'commercial', 'compliance', 'breaking'] }) level: string;
  @ApiProperty() pointer: string;
  @ApiProperty() sentence: string;
}

export class UpgradeView {
  @ApiProperty({ enum: ['open', 'accepted', 'declined', 'superseded'] }) state: string;
  @ApiProperty(maybeText) from_version: string | null;
  @ApiProperty(maybeText) to_version: string | null;
  @ApiProperty() digest: string;
  @ApiProperty({ ...maybeText, description: 'What the author says that the version changes, in Markdown, as reviewed' })
  notes: string | null;
  @ApiProperty({ type: [UpgradeChangeView] }) changes: UpgradeChangeView[];
  @ApiProperty({ type: [GrantedPluginPermissionView] }) permissions: GrantedPluginPermissionView[];
  @ApiProperty({
    enum: ['alone', 'consent', 'blocked'],
    description: 'alone: accepted by the policy of the tenant. blocked: nobody can accept it yet',
  })
  outcome: string;
  @ApiProperty({ type: [String], description: 'Why a person must decide, or why nobody can' }) reasons: string[];
  @ApiProperty({ type: InstallPriceView, nullable: true, description: 'What the install costs now; null: free' })
  price_before: InstallPriceView | null;
  @ApiProperty({ type: InstallPriceView, nullable: true, description: 'What it costs once upgraded; null: free' })
  price_after: InstallPriceView | null;
  @ApiProperty({ description: 'False while the host has no price for the version: nobody can accept it' })
  price_known: boolean;
  @ApiProperty(instant) opened_at: string;
  @ApiProperty({ description: 'JSON of the manifest that runs, keys in order' }) manifest_before: string;
  @ApiProperty({ description: 'JSON of the manifest that is offered' }) manifest_after: string;
  @ApiProperty({
    type: UpgradeSettingsView,
    nullable: true,
    description: 'While it is open: the settings under the new form; null: the version has none',
  })
  settings: UpgradeSettingsView | null;
  @ApiProperty({ ...maybeInstant, description: 'When operators were last reminded' }) reminded_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'The next reminder; null: none' }) remind_at: string | null;
}

/** Installs for which publishing a version would mean the same. */
class ForecastGroupView {
  @ApiProperty({ enum: ['alone', 'consent', 'blocked'] }) outcome: string;
  @ApiProperty({
    type: [String],
    description:
      'consent, commercial, compliance, breaking, settings_required, price_raised, asked_first, baa_required, residency_missing, compliance_missing, claims_unproven',
  })
  reasons: string[];
  @ApiProperty() installs: number;
}

export class ForecastView {
  @ApiProperty({ description: 'False when the version does not go up: installs are not asked' }) asks: boolean;
  @ApiProperty({ description: 'Upgraded at once by the policy of their tenants' }) alone: number;
  @ApiProperty() consent: number;
  @ApiProperty({ description: 'An agreement, a region or the compliance block is missing' }) blocked: number;
  @ApiProperty({ type: [ForecastGroupView] }) groups: ForecastGroupView[];
}

export class UpgradePolicyView {
  @ApiProperty() tenant_id: string;
  @ApiProperty({
    description: 'Names what is shown here; sent with a change, so that a change made in between is detected',
  })
  revision: string;
  @ApiProperty({ enum: ['nothing', 'harmless'], description: 'What is accepted without asking an operator' })
  accepts: string;
  @ApiProperty({ description: 'Operators are reminded of upgrades that wait' }) reminders: boolean;
}
