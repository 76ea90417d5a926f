import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { InstallRevoked } from '../events.js';
import { ReadLastEvents } from '../polling/read-last-events.js';

@Injectable()
export class ReadLastEventsProcessor extends EventProcessor<{ install_id: string }> {
  readonly event = InstallRevoked;
  readonly consumer = 'installs.read-last-events';
  override readonly queue = 'drives' as const;

  constructor(private readonly read: ReadLastEvents) {
    super();
  }

  override driveOf({ install_id }: { install_id: string }): Promise<string | undefined> {
    return this.read.driveOf(install_id);
  }

  async handle({ install_id }: { install_id: string }): Promise<void> {
    await this.read.execute(install_id);
  }
}
