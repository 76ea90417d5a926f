import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform';
import { RevisionPublished } from '../events.js';
import { FollowSubprocessorsAddress } from './follow-subprocessors-address.js';

@Injectable()
export class FollowSubprocessorsAddressProcessor extends EventProcessor<{ drive_id: string; revision_id: string }> {
  readonly event = RevisionPublished;
  readonly consumer = 'listings.follow-subprocessors-address';

  constructor(private readonly follow: FollowSubprocessorsAddress) {
    super();
  }

  handle({ drive_id }: { drive_id: string }): Promise<void> {
    return this.follow.execute(drive_id);
  }
}
