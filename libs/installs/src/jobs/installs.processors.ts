import { Injectable } from '@nestjs/common';
import { VersionPublished } from '@portal/listings';
import { EventProcessor, ScheduledJob } from '@portal/platform';
import { InstallEnded, InstallRequested } from '../events.js';
import { OpenPrompts } from '../open-prompts.js';
import { PerformHandshake } from '../perform-handshake.js';
import { PollInstalls } from '../poll-installs.js';
import { RevokeInstall } from '../revoke-install.js';

@Injectable()
export class PerformHandshakeProcessor extends EventProcessor<{ install_id: string }> {
  readonly event = InstallRequested;
  readonly consumer = 'installs.perform-handshake';
  override readonly lane = 'drives' as const;

  constructor(private readonly handshake: PerformHandshake) {
    super();
  }

  async handle({ install_id }: { install_id: string }): Promise<void> {
    await this.handshake.execute(install_id);
  }
}

@Injectable()
export class RevokeInstallProcessor extends EventProcessor<{ install_id: string; ended_at: string }> {
  readonly event = InstallEnded;
  readonly consumer = 'installs.revoke-install';
  override readonly lane = 'drives' as const;

  constructor(private readonly revoke: RevokeInstall) {
    super();
  }

  async handle({ install_id }: { install_id: string }): Promise<void> {
    await this.revoke.execute(install_id);
  }
}

type Published = NonNullable<(typeof VersionPublished)['payload']>;

@Injectable()
export class OpenPromptsProcessor extends EventProcessor<Published> {
  readonly event = VersionPublished;
  readonly consumer = 'installs.open-prompts';

  constructor(private readonly prompts: OpenPrompts) {
    super();
  }

  async handle({ drive_id, revision_id }: Published): Promise<void> {
    await this.prompts.execute(drive_id, revision_id);
  }
}

@Injectable()
export class PollEventsJob extends ScheduledJob {
  readonly name = 'installs.poll-events';

  constructor(private readonly poll: PollInstalls) {
    super();
  }

  async run(): Promise<void> {
    await this.poll.execute();
  }
}
