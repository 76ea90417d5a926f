import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { InstallRevoked } from '../events.js';
import { ProbeToken } from './probe-token.js';

@Injectable()
export class ProbeTokenProcessor extends EventProcessor<{ install_id: string }> {
  readonly event = InstallRevoked;
  readonly consumer = 'installs.probe-token';
  override readonly queue = 'drives' as const;

  constructor(private readonly probe: ProbeToken) {
    super();
  }

  override driveOf({ install_id }: { install_id: string }): Promise<string | undefined> {
    return this.probe.driveOf(install_id);
  }

  async handle({ install_id }: { install_id: string }, context: DeliveryContext): Promise<void> {
    if (!(await this.probe.execute(install_id, context.eventId))) context.unanswered?.();
  }
}
