import { Injectable } from '@nestjs/common';
import { AuthorOffboardingAnnounced } from '@portal/authors';
import { EventProcessor } from '@portal/platform/events';
import { EndDrivesOfAuthor } from './end-drives-of-author.js';

@Injectable()
export class AuthorOffboardingAnnouncedProcessor extends EventProcessor<{ org_id: string }> {
  readonly event = AuthorOffboardingAnnounced;
  readonly consumer = 'listings.end-drives-of-author';

  constructor(private readonly drives: EndDrivesOfAuthor) {
    super();
  }

  handle({ org_id }: { org_id: string }): Promise<void> {
    return this.drives.follow(org_id);
  }
}
