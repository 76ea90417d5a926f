export { InstallsModule, InstallsWorkerModule } from './installs.module.js';
export { InstallReadsModule } from './install/install.module.js';
export { InstallQueries } from './install/read/install-queries.js';
export { InstallView, RunningInstallsView } from './install/read/installs.view.js';
export { EnsureDemoTenants } from './tenants/ensure-demo-tenants.js';
export { TENANT_CAPABILITIES, type TenantCapability } from './tenants/domain/tenant-capabilities.js';
export { PaidInstallGate } from './install/paid-install-gate.js';
export { ComplianceLapsePolicy } from './compliance/compliance-lapse-policy.js';
export type { LapsePolicy } from './compliance/domain/compliance-lapse.js';
export { PluginFrame } from './embed/plugin-frame.js';
export { installsErrors } from './errors.js';
export {
  InstallActivated,
  InstallEnded,
  InstallFailed,
  InstallNeedsAttention,
  InstallRequested,
  InstallRevoked,
  InstallSettingsChanged,
  InstallUpgraded,
  OperatorAdded,
  OperatorRemoved,
  ComplianceActed,
  ComplianceLapsed,
  ComplianceRestored,
  TenantComplianceChanged,
  TenantCurrencyChanged,
  TenantResumed,
  TenantSuspended,
  UpgradeDeclined,
  UpgradesOffered,
} from './events.js';
