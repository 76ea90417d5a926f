import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { InstallEnded } from '../events.js';
import { RevokeInstall } from './revoke-install.js';

@Injectable()
export class RevokeInstallProcessor extends EventProcessor<{ install_id: string; ended_at: string }> {
  readonly event = InstallEnded;
  readonly consumer = 'installs.revoke-install';
  override readonly queue = 'drives' as const;

  constructor(private readonly revoke: RevokeInstall) {
    super();
  }

  override driveOf({ install_id }: { install_id: string }): Promise<string | undefined> {
    return this.revoke.driveOf(install_id);
  }

  async handle({ install_id }: { install_id: string }): Promise<void> {
    await this.revoke.execute(install_id);
  }
}
