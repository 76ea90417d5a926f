import { Injectable } from '@nestjs/common';
import { ComplianceLapsePolicy, type LapsePolicy } from '@portal/installs';
import type { Tx } from '@portal/platform/database';
import { Policies } from './policies.js';

/** Implements the port of installs for lapses of compliance. */
@Injectable()
export class DecidedLapsePolicy extends ComplianceLapsePolicy {
  constructor(private readonly policies: Policies) {
    super();
  }

  async at(tx: Tx): Promise<LapsePolicy> {
    const { version, value: action } = await this.policies.versionAt(tx, 'compliance_lapse', tx.now);
    return { version, action, days: await this.policies.at(tx, 'compliance_lapse_days', tx.now) };
  }
}
