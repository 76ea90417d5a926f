import type { Tx } from '@portal/platform/database';
import type { LapsePolicy } from './domain/compliance-lapse.js';

/** The action for installs that no longer comply. Decided a level above, as policies are. */
export abstract class ComplianceLapsePolicy {
  abstract at(tx: Tx): Promise<LapsePolicy>;
}
