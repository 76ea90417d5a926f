import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { CollectDue } from './collect-due.js';
import { PaymentMethodSaved } from '../events.js';

@Injectable()
export class CollectTenantProcessor extends EventProcessor<{ tenant_id: string }> {
  readonly event = PaymentMethodSaved;
  readonly consumer = 'billing.collect-tenant';
  override readonly queue = 'money';

  constructor(private readonly collect: CollectDue) {
    super();
  }

  async handle({ tenant_id }: { tenant_id: string }): Promise<void> {
    await this.collect.execute(tenant_id);
  }
}
