import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { UpgradesReminded } from '../../events.js';
import { MailRemindedUpgrades } from './mail-reminded-upgrades.js';

@Injectable()
export class MailRemindedUpgradesProcessor extends EventProcessor<{ tenant_id: string; reminded_at: string }> {
  readonly event = UpgradesReminded;
  readonly consumer = 'installs.mail-reminded-upgrades';

  constructor(private readonly mail: MailRemindedUpgrades) {
    super();
  }

  handle(payload: { tenant_id: string; reminded_at: string }, context: DeliveryContext): Promise<void> {
    const reminded = { tenantId: payload.tenant_id, remindedAt: new Date(payload.reminded_at) };
    return this.mail.execute(reminded, (work) => context.once(work));
  }
}
