import { Injectable } from '@nestjs/common';
import { AuthorOffboardingWithdrawn } from '@portal/authors';
import { EventProcessor } from '@portal/platform/events';
import { EndDrivesOfAuthor } from './end-drives-of-author.js';

@Injectable()
export class AuthorOffboardingWithdrawnProcessor extends EventProcessor<{ org_id: string }> {
  readonly event = AuthorOffboardingWithdrawn;
  readonly consumer = 'listings.keep-drives-of-author';

  constructor(private readonly drives: EndDrivesOfAuthor) {
    super();
  }

  handle({ org_id }: { org_id: string }): Promise<void> {
    return this.drives.follow(org_id);
  }
}
