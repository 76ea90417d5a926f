import { Injectable } from '@nestjs/common';
import { EventProcessor, type QueueName } from '@portal/platform/events';
import { RevisionPublished } from '../events.js';
import { FetchIcon } from './fetch-icon.js';

@Injectable()
export class FetchIconProcessor extends EventProcessor<{ drive_id: string; revision_id: string }> {
  readonly event = RevisionPublished;
  readonly consumer = 'listings.fetch-icon';
  override readonly queue: QueueName = 'drives';

  constructor(private readonly icons: FetchIcon) {
    super();
  }

  override driveOf({ drive_id }: { drive_id: string }): string {
    return drive_id;
  }

  handle(payload: { revision_id: string }): Promise<void> {
    return this.icons.execute(payload.revision_id);
  }
}
