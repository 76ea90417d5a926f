export { SecretsCoreModule, SecretsModule, SecretsWorkerModule } from './secrets.module.js';
export { SigningKeys } from './keys/signing-keys.js';
export { DryRuns } from './dry-runs/dry-runs.js';
export { DriveCaller, type DriveAnswer, type DriveCall, type DriveSigner } from './calls/drive-caller.js';
export { NoteKeyUses, type KeyUse } from './calls/note-key-uses.js';
export { KeyScopes } from './keys/key-scopes.js';
export { InstallDirectory, type HarmlessCall, type KnownInstall } from './install-directory.js';
export type { Adoption } from './keys/read/key-adoption.js';
export type { KeyChange } from './keys/read/key-history.js';
export type { KeptProbe, ProbeRole, DryRunRow } from './dry-runs/dry-runs.repository.js';
export { TenantKeys } from './keys/tenant-keys.js';
export type { IssuedKey, KeyOwner, KeyView } from './keys/key-view.js';
export type { RotateInput } from './keys/rotate-key.js';
export { OVERLAP_MS, type RotationMode } from './keys/domain/rotation.js';
export {
  RotationDryRunRequested,
  SigningKeyAdopted,
  SigningKeyEnded,
  SigningKeyEnding,
  SigningKeyIssued,
  SigningKeyRotated,
} from './events.js';
export { secretsErrors } from './errors.js';
