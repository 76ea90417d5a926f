import type { Secret } from '@portal/kernel';
import type { KeyState } from './domain/rotation.js';

/** Whose key it is: one Drive (the default), one tenant at a Drive, or all first-party Drives. */
export type KeyScope = 'drive' | 'tenant' | 'fleet';

/** Owner of keys: a Drive, a tenant at a Drive, or all first-party Drives. */
export type KeyOwner = { readonly driveId: string; readonly tenantId?: string } | { readonly fleet: true };

/** A new key. Only here is its secret in plain text. */
export interface IssuedKey {
  readonly keyId: string;
  readonly version: number;
  /** First 8 hex digits of the secret's SHA-256. */
  readonly fingerprint: string;
  readonly secret: Secret;
  readonly notBefore: Date;
  /** When the previous key stops being accepted; null when there is none. */
  readonly previousEndsAt: Date | null;
}

/** A key without its secret. Instants are business time. */
export interface KeyView {
  readonly keyId: string;
  readonly version: number;
  readonly fingerprint: string;
  readonly state: KeyState;
  readonly notBefore: Date;
  readonly notAfter: Date | null;
  readonly revokedAt: Date | null;
  /** Last accepted call, to the minute. */
  readonly lastUsedAt: Date | null;
  /** First call that the Drive accepted with this key. */
  readonly adoptedAt: Date | null;
  readonly createdAt: Date;
}
