import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext, type QueueName } from '@portal/platform/events';
import { ManifestSyncRequested } from '../events.js';
import { SyncManifest } from './sync-manifest.js';

@Injectable()
export class SyncManifestProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = ManifestSyncRequested;
  readonly consumer = 'listings.sync-manifest';
  override readonly queue: QueueName = 'drives';

  constructor(private readonly sync: SyncManifest) {
    super();
  }

  override driveOf({ drive_id }: { drive_id: string }): string {
    return drive_id;
  }

  async handle({ drive_id }: { drive_id: string }, context: DeliveryContext): Promise<void> {
    if (!(await this.sync.execute(drive_id))) context.unanswered?.();
  }
}
