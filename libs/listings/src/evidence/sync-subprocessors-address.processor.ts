import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { RevisionPublished } from '../events.js';
import { SyncSubprocessorsAddress } from './sync-subprocessors-address.js';

@Injectable()
export class SyncSubprocessorsAddressProcessor extends EventProcessor<{ drive_id: string; revision_id: string }> {
  readonly event = RevisionPublished;
  readonly consumer = 'listings.sync-subprocessors-address';

  constructor(private readonly sync: SyncSubprocessorsAddress) {
    super();
  }

  handle({ drive_id }: { drive_id: string }): Promise<void> {
    return this.sync.execute(drive_id);
  }
}
