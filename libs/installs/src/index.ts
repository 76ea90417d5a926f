export { InstallsCoreModule, InstallsModule, InstallsWorkerModule } from './installs.module.js';
export { EnsureDemoTenants } from './tenants/ensure-demo-tenants.js';
export { PaidInstallGate } from './install/paid-install-gate.js';
export { ComplianceLapsePolicy } from './compliance/compliance-lapse-policy.js';
export type { LapsePolicy } from './compliance/domain/compliance-lapse.js';
export { installsErrors } from './errors.js';
export {
  InstallActivated,
  InstallEnded,
  InstallRequested,
  InstallRevoked,
  InstallUpgraded,
  TenantResumed,
  TenantSuspended,
} from './events.js';
