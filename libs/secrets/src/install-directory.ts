import type { Secret } from '@portal/kernel';

export interface KnownInstall {
  readonly installId: string;
  readonly tenantId: string;
}

/** A side-effect-free request to an install. */
export interface HarmlessCall {
  readonly origin: string;
  /** Path of a signed GET endpoint. */
  readonly path: string;
  readonly bearer: Secret;
}

/** Port: the running installs of a Drive. Implemented by a feature above this one. */
export abstract class InstallDirectory {
  /** Oldest first. */
  abstract activeOf(driveId: string): Promise<KnownInstall[]>;
  /** Undefined when the install is no longer running. */
  abstract harmlessCall(installId: string): Promise<HarmlessCall | undefined>;
}
