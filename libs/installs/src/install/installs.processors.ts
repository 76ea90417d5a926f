import { Injectable } from '@nestjs/common';
import {
  ListingEnded,
  OriginChanged,
  DeprecationAnnounced,
  DeprecationWithdrawn,
  VersionPublished,
} from '@portal/listings';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { ScheduledJob } from '@portal/platform/jobs';
import { DriveNotices } from './drive-notices.js';
import { EndInstallsOfDrive } from './end-installs-of-drive.js';
import { InstallEnded, InstallRequested, UpgradesReminded } from '../events.js';
import { MailRemindedUpgrades } from '../upgrades/mail-reminded-upgrades.js';
import { OpenPrompts } from '../upgrades/open-prompts.js';
import { PerformHandshake } from './perform-handshake.js';
import { PollInstalls } from './poll-installs.js';
import { RemindUpgrades } from '../upgrades/remind-upgrades.js';
import { RevokeInstall } from './revoke-install.js';

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

type DeprecationEvent = NonNullable<(typeof DeprecationAnnounced)['payload']>;

@Injectable()
export class DeprecationNoticeProcessor extends EventProcessor<DeprecationEvent> {
  readonly event = DeprecationAnnounced;
  readonly consumer = 'installs.deprecation-notice';

  constructor(private readonly notices: DriveNotices) {
    super();
  }

  async handle({ drive_id, sunset_id, ...told }: DeprecationEvent, context: DeliveryContext): Promise<void> {
    const audience = await this.notices.audience(drive_id);
    const { closes_at: closesAt, retires_at: retiresAt, reason } = told;
    const dates = { closesAt: new Date(closesAt), retiresAt: new Date(retiresAt), reason };
    await context.once((tx) => this.notices.sunset(tx, audience, { id: sunset_id, ...dates }));
  }
}

type Withdrawn = NonNullable<(typeof DeprecationWithdrawn)['payload']>;

@Injectable()
export class DeprecationWithdrawnProcessor extends EventProcessor<Withdrawn> {
  readonly event = DeprecationWithdrawn;
  readonly consumer = 'installs.deprecation-withdrawn';

  constructor(private readonly notices: DriveNotices) {
    super();
  }

  async handle({ drive_id }: Withdrawn, context: DeliveryContext): Promise<void> {
    const audience = await this.notices.audience(drive_id);
    await context.once((tx) => this.notices.deprecationWithdrawn(tx, audience));
  }
}

type Moved = NonNullable<(typeof OriginChanged)['payload']>;

@Injectable()
export class OriginChangedProcessor extends EventProcessor<Moved> {
  readonly event = OriginChanged;
  readonly consumer = 'installs.origin-changed';

  constructor(private readonly notices: DriveNotices) {
    super();
  }

  async handle({ drive_id, from, to }: Moved, context: DeliveryContext): Promise<void> {
    const audience = await this.notices.audience(drive_id);
    await context.once((tx) => this.notices.moved(tx, audience, { from, to }));
  }
}

type Ended = NonNullable<(typeof ListingEnded)['payload']>;

@Injectable()
export class EndInstallsProcessor extends EventProcessor<Ended> {
  readonly event = ListingEnded;
  readonly consumer = 'installs.end-installs';

  constructor(private readonly end: EndInstallsOfDrive) {
    super();
  }

  async handle({ drive_id, how, reason }: Ended): Promise<void> {
    await this.end.execute(drive_id, how, reason);
  }
}

@Injectable()
export class RemindUpgradesJob extends ScheduledJob {
  readonly name = 'installs.remind-upgrades';

  constructor(private readonly remind: RemindUpgrades) {
    super();
  }

  async run(): Promise<void> {
    await this.remind.execute();
  }
}

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
