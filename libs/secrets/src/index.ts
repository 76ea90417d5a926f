export { SecretsCoreModule, SecretsModule, SecretsWorkerModule } from './secrets.module.js';
export { SigningKeys } from './signing-keys.js';
export { DriveCaller, type DriveAnswer, type DriveCall, type DriveSigner } from './drive-caller.js';
export type { IssuedKey, KeyScope, KeyView } from './key-view.js';
export type { RotateInput } from './rotate-key.js';
export { OVERLAP_MS, type KeyState, type RotationMode } from './domain/rotation.js';
export { SigningKeyAdopted, SigningKeyIssued, SigningKeyRotated } from './events.js';
export { secretsErrors } from './errors.js';
