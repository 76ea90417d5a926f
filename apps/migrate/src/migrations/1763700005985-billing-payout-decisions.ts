import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addPolicyKey, removePolicyKey } from '../policy-key.js';

const POLICY = { id: '01940000-0000-7000-8000-000000005985', key: 'payout_decisions', value: '"optional"' };

/** Whether unusual payouts have to be decided before a run is approved. Built in: they need not. */
export class BillingPayoutDecisions1763700005985 implements MigrationInterface {
  name = 'BillingPayoutDecisions1763700005985';

  async up(q: QueryRunner): Promise<void> {
    await addPolicyKey(q, POLICY);
  }

  async down(q: QueryRunner): Promise<void> {
    await removePolicyKey(q, POLICY.key);
  }
}
