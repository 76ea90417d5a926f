// The shapes the pages read. To be replaced by the generated types once docs/openapi.json exists.
import type { Change } from '../components/change-list.js';
import type { Check } from '../components/check-list.js';
import type { Finding } from '../components/check-evidence.js';
import type { Listing } from '../components/listing-card.js';
import type { Permission } from '../components/permission-list.js';

export interface HistoryRow {
  id: string;
  at: string;
  action: string;
  actor: string | null;
  reason: string | null;
}

export interface ApplicationView {
  id: string;
  state: string;
  company_name: string;
  country: string;
  website: string;
  drive_name: string;
  drive_slug: string;
  description: string;
  security_contact: string;
  submitted_at: string | null;
  created_at: string;
  decision: { decision: string; reason_code: string; text: string; decided_at: string } | null;
  history: HistoryRow[];
}

export interface NextStep {
  code: string;
  title: string;
  done: boolean;
}

export interface DriveView {
  id: string;
  slug: string;
  name: string;
  state: string;
  live_version: string | null;
  submitted_version: string | null;
  installs: number;
  last_checked_at: string | null;
  latest_submission_id: string | null;
}

export interface AccountView {
  state: string;
  org: { id: string; name: string } | null;
  next_steps: NextStep[];
  drives: DriveView[];
}

export interface AgreementView {
  version: string;
  effective_at: string;
  digest: string;
  summary: string[];
  text: string;
  signed: { signed_at: string; signed_name: string; version: string; digest: string } | null;
}

export interface KeyView {
  id: string;
  label: string;
  fingerprint: string;
  state: string;
  created_at: string;
  valid_until: string | null;
  last_used_at: string | null;
}

export interface KeysView {
  items: KeyView[];
}

export interface IssuedKey {
  key: KeyView;
  secret: string;
}

export interface SubmissionView {
  id: string;
  drive_id: string;
  drive_name: string;
  manifest_url: string;
  state: string;
  version: string | null;
  digest: string | null;
  created_at: string;
  checks: Check[];
  changes: Change[];
  permissions: Permission[];
  listing: Listing | null;
  manifest_before: string | null;
  manifest_after: string | null;
  decision: { decision: string; reason: string; decided_at: string } | null;
}

export interface VersionView {
  id: string;
  version: string;
  digest: string;
  state: string;
  detected_at: string;
  effect: string | null;
  installs: number;
}

export interface QueueRow {
  id: string;
  title: string;
  author: string;
  state: string;
  waiting_since: string;
}

export interface ValidationView {
  ok: boolean;
  checks: Record<string, string>;
  findings: Finding[];
  engine?: { name?: string; version?: string };
  digest?: string | null;
  manifest?: Record<string, unknown> | null;
}

export interface VentureView {
  id: string;
  name: string;
  tenant_id: string;
  tenant_name: string;
}

export interface PluginView {
  drive_id: string;
  slug: string;
  name: string;
  tagline: string;
  description: string | null;
  author: string;
  category: string | null;
  version: string;
  digest: string;
  permissions: Permission[];
  events_sent: string[];
  events_received: string[];
  config_schema: Record<string, unknown> | null;
  price: { amount_minor: string; currency: string; label: string } | null;
  blockers: { code: string; message: string }[];
}

export interface InstallView {
  id: string;
  drive_id: string;
  slug: string;
  drive_name: string;
  venture: VentureView;
  state: string;
  version: string;
  digest: string;
  price: { amount_minor: string; currency: string } | null;
  permissions: Permission[];
  requested_at: string;
  activated_at: string | null;
  removed_at: string | null;
  failure: { code: string; message: string } | null;
  upgrade_state: string | null;
}

export interface DriveEventRow {
  id: string;
  type: string;
  at: string;
  data: unknown;
}

export interface MetricsView {
  items: { name: string; value: string | number; at: string }[];
}

export interface UpgradeView {
  id: string;
  state: string;
  from_version: string;
  to_version: string;
  digest: string;
  changes: Change[];
  permissions_added: Permission[];
  manifest_before: string | null;
  manifest_after: string | null;
}

export interface PaymentMethodView {
  brand: string | null;
  last4: string | null;
  ready: boolean;
}

export interface InvoiceView {
  id: string;
  number: string;
  tenant_name: string;
  month: string;
  state: string;
  total_minor: string;
  currency: string;
  issued_at: string | null;
  paid_at: string | null;
}

export interface InvoiceLine {
  id: string;
  drive_name: string;
  venture_name: string;
  text: string;
  from_at: string;
  to_at: string;
  amount_minor: string;
}

export interface InvoiceDetail extends InvoiceView {
  lines: InvoiceLine[];
}

export interface PeriodView {
  month: string;
  state: string;
  invoices: number;
  total_minor: string;
  currency: string;
  closed_at: string | null;
}

export interface RunView {
  id: string;
  month: string;
  state: string;
  paused: boolean;
  authors: number;
  total_minor: string;
  currency: string;
  prepared_by: string;
  approved_by: string | null;
  executed_at: string | null;
}

export interface RunPayout {
  id: string;
  org_name: string;
  state: string;
  amount_minor: string;
  currency: string;
  reason: string | null;
  transfer_id: string | null;
}

export interface RunDetail extends RunView {
  input_hash: string;
  gross_minor: string;
  platform_minor: string;
  held_minor: string;
  carried_minor: string;
  may_approve: boolean;
  may_not_approve_because: string | null;
  payouts: RunPayout[];
}

export interface LedgerRow {
  id: string;
  posted_at: string;
  kind: string;
  account: string;
  amount_minor: string;
  currency: string;
  source: string | null;
}

export interface ProofView {
  ok: boolean;
  checked_at: string;
  checks: { code: string; title: string; ok: boolean; detail: string }[];
}

export interface PriceView {
  id: string;
  label: string;
  amount_minor: string;
  currency: string;
  effective_at: string;
}

export interface PayoutAccountView {
  state: string;
  requirements: { code: string; text: string; due_at: string | null }[];
  bank_last4: string | null;
  country: string | null;
  currency: string | null;
}

export interface EarningRow {
  id: string;
  at: string;
  drive_name: string;
  venture_name: string;
  what: string;
  gross_minor: string;
  share_bps: number;
  author_minor: string;
  currency: string;
  state: string;
}

export interface EarningsView {
  month: string;
  currency: string;
  available_minor: string;
  pending_minor: string;
  gross_minor: string;
  platform_minor: string;
  author_minor: string;
  items: EarningRow[];
}

export interface StatementRow {
  id: string;
  month: string;
  state: string;
  currency: string;
  earned_minor: string;
  paid_minor: string;
  carried_minor: string;
  created_at: string;
}

export interface StatementDetail extends StatementRow {
  opening_minor: string;
  lines: EarningRow[];
  transfer_id: string | null;
  root: string | null;
}

export interface VerifyView {
  ok: boolean;
  checks: { code: string; title: string; ok: boolean; detail: string }[];
}

export interface AuditRow {
  id: string;
  at: string;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  request_id: string | null;
}

export interface DeliveryRow {
  id: string;
  event: string;
  consumer: string;
  state: string;
  attempts: number;
  last_error: string | null;
  updated_at: string;
}

export interface MailRow {
  id: string;
  to: string;
  subject: string;
  text: string;
  created_at: string;
}
