import { Injectable } from '@nestjs/common';
import { ListingEnded } from '@portal/listings';
import { EventProcessor } from '@portal/platform/events';
import { EndInstallsOfDrive } from './end-installs-of-drive.js';

type Ended = NonNullable<(typeof ListingEnded)['payload']>;

@Injectable()
export class EndInstallsProcessor extends EventProcessor<Ended> {
  readonly event = ListingEnded;
  readonly consumer = 'installs.end-installs';

  constructor(private readonly end: EndInstallsOfDrive) {
    super();
  }

  async handle({ drive_id, how, reason }: Ended): Promise<void> {
    await this.end.execute(drive_id, how, reason);
  }
}
