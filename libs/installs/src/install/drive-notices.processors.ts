import { Injectable } from '@nestjs/common';
import { DeprecationAnnounced, DeprecationWithdrawn, OriginChanged } from '@portal/listings';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { DriveNotices } from './drive-notices.js';

type DeprecationEvent = NonNullable<(typeof DeprecationAnnounced)['payload']>;

@Injectable()
export class DeprecationNoticeProcessor extends EventProcessor<DeprecationEvent> {
  readonly event = DeprecationAnnounced;
  readonly consumer = 'installs.deprecation-notice';

  constructor(private readonly notices: DriveNotices) {
    super();
  }

  async handle({ drive_id, sunset_id, ...announced }: DeprecationEvent, context: DeliveryContext): Promise<void> {
    const audience = await this.notices.audience(drive_id);
    const { closes_at: closesAt, retires_at: retiresAt, reason } = announced;
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
