import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { InstallActivated, InstallUpgraded } from '../events.js';
import { PingReceiver } from './ping-receiver.js';

@Injectable()
export class PingInstalledProcessor extends EventProcessor<{ install_id: string }> {
  readonly event = InstallActivated;
  readonly consumer = 'installs.ping-installed';

  constructor(private readonly ping: PingReceiver) {
    super();
  }

  handle({ install_id }: { install_id: string }, context: DeliveryContext): Promise<void> {
    return this.ping.execute(install_id, (work) => context.once(work));
  }
}

@Injectable()
export class PingUpgradedProcessor extends EventProcessor<{ install_id: string }> {
  readonly event = InstallUpgraded;
  readonly consumer = 'installs.ping-upgraded';

  constructor(private readonly ping: PingReceiver) {
    super();
  }

  handle({ install_id }: { install_id: string }, context: DeliveryContext): Promise<void> {
    return this.ping.execute(install_id, (work) => context.once(work));
  }
}
