import type { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';

/** Conditions of a priced install. Implemented a level above, where charging is known. */
export abstract class PaidInstallGate {
  /** Everything for which the tenant cannot be charged, most important first; nothing: it can. */
  abstract refusals(tx: Tx, install: { tenantId: string }): Promise<AppError[]>;
}
