import type { Tx } from '@portal/platform/database';

/** What a priced install must satisfy. Implemented a level above, where charging is known. */
export abstract class PaidInstallGate {
  /** @throws AppError when the tenant cannot be charged. */
  abstract assertMayInstall(tx: Tx, install: { tenantId: string }): Promise<void>;
}
