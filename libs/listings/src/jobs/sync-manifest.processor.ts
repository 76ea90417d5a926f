import { Injectable } from '@nestjs/common';
import { EventProcessor, type Lane } from '@portal/platform';
import { ManifestSyncRequested } from '../events.js';
import { SyncManifest } from '../sync-manifest.js';

@Injectable()
export class SyncManifestProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = ManifestSyncRequested;
  readonly consumer = 'listings.sync-manifest';
  override readonly lane: Lane = 'drives';

  constructor(private readonly sync: SyncManifest) {
    super();
  }

  handle(payload: { drive_id: string }): Promise<void> {
    return this.sync.execute(payload.drive_id);
  }
}
