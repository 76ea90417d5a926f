import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
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

  async handle({ install_id }: { install_id: string }): Promise<void> {
    await this.handshake.execute(install_id);
  }
}
