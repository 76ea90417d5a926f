import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { AdoptSettings } from './adopt-settings.js';

@Injectable()
export class AdoptSettingsJob extends ScheduledJob {
  readonly name = 'installs.adopt-settings';

  constructor(private readonly adopt: AdoptSettings) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.adopt.execute(stopping);
  }
}
