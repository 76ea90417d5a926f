import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { InstallEnded } from '../events.js';
import { RevokeInstall } from './revoke-install.js';

type Ended = { install_id: string; ended_at: string };

@Injectable()
export class RevokeInstallProcessor extends EventProcessor<Ended> {
  readonly event = InstallEnded;
  readonly consumer = 'installs.revoke-install';
  override readonly queue = 'drives' as const;

  constructor(private readonly revoke: RevokeInstall) {
    super();
  }

  override driveOf({ install_id }: Ended): Promise<string | undefined> {
    return this.revoke.driveOf(install_id);
  }

  async handle({ install_id }: Ended, context: DeliveryContext): Promise<void> {
    if (!(await this.revoke.execute(install_id, context.eventId))) context.unanswered?.();
  }
}
