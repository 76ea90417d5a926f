// The shapes the pages read. To be replaced by the generated types once docs/openapi.json exists.
import type { Schemas } from './types.js';
import type { Change } from '../components/change-list.js';
import type { Permission } from '../components/permission-list.js';

export type ApplicationView = Schemas['ApplicationView'];
export type AccountView = Schemas['AccountView'];
export type AgreementView = Schemas['AgreementView'];
export type KeyView = Schemas['SigningKeyView'];
export type DriveView = Schemas['DriveView'];
export type SubmissionView = Schemas['SubmissionView'];
export type ValidationView = Schemas['ValidationView'];
export type RunView = Schemas['PayoutRunView'];
export type RunTotals = Schemas['RunTotalsView'];
export type PayoutAccountView = Schemas['PayoutAccountView'];
export type EarningLine = Schemas['EarningLineView'];

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
