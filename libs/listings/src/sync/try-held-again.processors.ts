import { Injectable } from '@nestjs/common';
import { AuthorResumed } from '@portal/authors';
import { EventProcessor } from '@portal/platform';
import { ExceptionConfirmed, SubmissionMoved } from '../events.js';
import { TryHeldAgain } from './try-held-again.js';

@Injectable()
export class FollowAfterSuspensionProcessor extends EventProcessor<{ org_id: string }> {
  readonly event = AuthorResumed;
  readonly consumer = 'listings.follow-after-suspension';

  constructor(private readonly again: TryHeldAgain) {
    super();
  }

  handle({ org_id }: { org_id: string }): Promise<void> {
    return this.again.ofAuthor(org_id);
  }
}

/** Whichever way a submission ends, and when its checks show that it brings what was found. */
@Injectable()
export class FollowAfterSubmissionProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = SubmissionMoved;
  readonly consumer = 'listings.follow-after-submission';

  constructor(private readonly again: TryHeldAgain) {
    super();
  }

  handle({ drive_id }: { drive_id: string }): Promise<void> {
    return this.again.execute(drive_id);
  }
}

@Injectable()
export class FollowAfterExceptionProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = ExceptionConfirmed;
  readonly consumer = 'listings.follow-after-exception';

  constructor(private readonly again: TryHeldAgain) {
    super();
  }

  handle({ drive_id }: { drive_id: string }): Promise<void> {
    return this.again.execute(drive_id);
  }
}
