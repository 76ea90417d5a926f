import { Injectable } from '@nestjs/common';
import { EventProcessor, type QueueName } from '@portal/platform/events';
import { RotationDryRunRequested } from '../events.js';
import { RunRotationDryRun } from './run-rotation-dry-run.js';

@Injectable()
export class RunRotationDryRunProcessor extends EventProcessor<{ dry_run_id: string; drive_id: string }> {
  readonly event = RotationDryRunRequested;
  readonly consumer = 'secrets.run-rotation-dry-run';
  override readonly queue: QueueName = 'drives';

  constructor(private readonly dryRun: RunRotationDryRun) {
    super();
  }

  override driveOf({ drive_id }: { drive_id: string }): string {
    return drive_id;
  }

  handle(payload: { dry_run_id: string }): Promise<void> {
    return this.dryRun.execute(payload.dry_run_id);
  }
}
