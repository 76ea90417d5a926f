import type { Secret } from '@portal/kernel';

export interface KnownInstall {
  readonly installId: string;
  readonly tenantId: string;
}

/** How to ask an install something that changes nothing. */
export interface HarmlessCall {
  readonly origin: string;
  /** Path of a signed GET endpoint. */
  readonly path: string;
  readonly bearer: Secret;
}

/** The running installs of a Drive. A port: a feature above knows them and fills it. */
export abstract class InstallDirectory {
  /** Oldest first. */
  abstract activeOf(driveId: string): Promise<KnownInstall[]>;
  /** Undefined when the install does not run any more. */
  abstract harmlessCall(installId: string): Promise<HarmlessCall | undefined>;
}
