import { Injectable } from '@nestjs/common';
import { AuthorResumed } from '@portal/authors';
import { EventProcessor } from '@portal/platform/events';
import { ExceptionConfirmed, SubmissionMoved } from '../../events.js';
import { RetryDeferredSync } from './retry-deferred-sync.js';

@Injectable()
export class RetrySyncAfterSuspensionProcessor extends EventProcessor<{ org_id: string }> {
  readonly event = AuthorResumed;
  readonly consumer = 'listings.retry-sync-after-suspension';

  constructor(private readonly retry: RetryDeferredSync) {
    super();
  }

  handle({ org_id }: { org_id: string }): Promise<void> {
    return this.retry.ofAuthor(org_id);
  }
}

/** At every end of a submission, and when its checks show that it has the found manifest. */
@Injectable()
export class RetrySyncAfterSubmissionProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = SubmissionMoved;
  readonly consumer = 'listings.retry-sync-after-submission';

  constructor(private readonly retry: RetryDeferredSync) {
    super();
  }

  handle({ drive_id }: { drive_id: string }): Promise<void> {
    return this.retry.execute(drive_id);
  }
}

@Injectable()
export class RetrySyncAfterExceptionProcessor extends EventProcessor<{ drive_id: string }> {
  readonly event = ExceptionConfirmed;
  readonly consumer = 'listings.retry-sync-after-exception';

  constructor(private readonly retry: RetryDeferredSync) {
    super();
  }

  handle({ drive_id }: { drive_id: string }): Promise<void> {
    return this.retry.execute(drive_id);
  }
}
