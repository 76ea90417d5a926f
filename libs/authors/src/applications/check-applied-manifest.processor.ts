import { Injectable } from '@nestjs/common';
import { EventProcessor, type QueueName } from '@portal/platform/events';
import { CheckAppliedManifest } from './check-applied-manifest.js';
import { ApplicationSubmitted } from '../events.js';

@Injectable()
export class CheckAppliedManifestProcessor extends EventProcessor<{ application_id: string; org_id: string }> {
  readonly event = ApplicationSubmitted;
  readonly consumer = 'authors.check-applied-manifest';
  override readonly queue: QueueName = 'drives';

  constructor(private readonly check: CheckAppliedManifest) {
    super();
  }

  override driveOf({ application_id }: { application_id: string }): string {
    return application_id;
  }

  handle({ application_id }: { application_id: string }): Promise<void> {
    return this.check.execute(application_id);
  }
}
