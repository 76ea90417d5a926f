import { Injectable } from '@nestjs/common';
import { VersionPublished } from '@portal/listings';
import { EventProcessor } from '@portal/platform/events';
import { OpenPrompts } from './open-prompts.js';

type Published = NonNullable<(typeof VersionPublished)['payload']>;

@Injectable()
export class OpenPromptsProcessor extends EventProcessor<Published> {
  readonly event = VersionPublished;
  readonly consumer = 'installs.open-prompts';

  constructor(private readonly prompts: OpenPrompts) {
    super();
  }

  async handle({ drive_id, revision_id }: Published): Promise<void> {
    await this.prompts.execute(drive_id, revision_id);
  }
}
