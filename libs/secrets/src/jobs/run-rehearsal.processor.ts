import { Injectable } from '@nestjs/common';
import { EventProcessor, type Lane } from '@portal/platform';
import { KeyRehearsalRequested } from '../events.js';
import { RunRehearsal } from '../run-rehearsal.js';

@Injectable()
export class RunRehearsalProcessor extends EventProcessor<{ rehearsal_id: string; drive_id: string }> {
  readonly event = KeyRehearsalRequested;
  readonly consumer = 'secrets.run-rehearsal';
  override readonly lane: Lane = 'drives';

  constructor(private readonly rehearsal: RunRehearsal) {
    super();
  }

  override driveOf({ drive_id }: { drive_id: string }): string {
    return drive_id;
  }

  handle(payload: { rehearsal_id: string }): Promise<void> {
    return this.rehearsal.execute(payload.rehearsal_id);
  }
}
