import type { Tx } from '@portal/platform/database';
import type { LapsePolicy } from './domain/compliance-lapse.js';

/** What is done with installs for which something no longer holds. Decided a level above, as policies are. */
export abstract class ComplianceLapsePolicy {
  abstract at(tx: Tx): Promise<LapsePolicy>;
}
