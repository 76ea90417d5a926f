import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { InstallRequested } from '../../events.js';
import { PerformHandshake } from './perform-handshake.js';

@Injectable()
export class PerformHandshakeProcessor extends EventProcessor<{ install_id: string }> {
  readonly event = InstallRequested;
  readonly consumer = 'installs.perform-handshake';
  override readonly queue = 'drives' as const;

  constructor(private readonly handshake: PerformHandshake) {
    super();
  }

  override driveOf({ install_id }: { install_id: string }): Promise<string | undefined> {
    return this.handshake.driveOf(install_id);
  }

  async handle({ install_id }: { install_id: string }, context: DeliveryContext): Promise<void> {
    if (!(await this.handshake.execute(install_id, context.eventId))) context.unanswered?.();
  }
}
