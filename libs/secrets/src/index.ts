export { SecretsCoreModule, SecretsModule, SecretsWorkerModule } from './secrets.module.js';
export { SigningKeys } from './signing-keys.js';
export { DryRuns } from './dry-runs.js';
export { DriveCaller, type DriveAnswer, type DriveCall, type DriveSigner } from './drive-caller.js';
export { KeyScopes } from './key-scopes.js';
export { InstallDirectory, type HarmlessCall, type KnownInstall } from './install-directory.js';
export type { Adoption } from './read/key-adoption.js';
export type { KeyChange } from './read/key-history.js';
export type { KeptProbe, ProbeOutcome, ProbeRole, DryRunRow } from './persistence/dry-runs.repository.js';
export { TenantKeys } from './tenant-keys.js';
export type { IssuedKey, KeyOwner, KeyScope, KeyView } from './key-view.js';
export type { RotateInput } from './rotate-key.js';
export type { EndInput } from './end-key.js';
export { OVERLAP_MS, type KeyState, type RotationMode } from './domain/rotation.js';
export {
  RotationDryRunRequested,
  SigningKeyAdopted,
  SigningKeyEnded,
  SigningKeyEnding,
  SigningKeyIssued,
  SigningKeyRotated,
} from './events.js';
export { secretsErrors } from './errors.js';
