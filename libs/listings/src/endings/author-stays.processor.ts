import { Injectable } from '@nestjs/common';
import { AuthorStays } from '@portal/authors';
import { EventProcessor } from '@portal/platform';
import { EndDrivesOfAuthor } from './end-drives-of-author.js';

@Injectable()
export class AuthorStaysProcessor extends EventProcessor<{ org_id: string }> {
  readonly event = AuthorStays;
  readonly consumer = 'listings.keep-drives-of-author';

  constructor(private readonly drives: EndDrivesOfAuthor) {
    super();
  }

  handle({ org_id }: { org_id: string }): Promise<void> {
    return this.drives.follow(org_id);
  }
}
