import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { EventProcessor, type QueueName } from '@portal/platform/events';
import { RevisionPublished, SubmissionMoved } from '../../events.js';
import { FetchIcon } from './fetch-icon.js';

/** A revision comes before a reviewer, who is shown the icon that it would have. */
@Injectable()
export class FetchReviewedIconProcessor extends EventProcessor<{
  submission_id: string;
  drive_id: string;
  state: string;
}> {
  readonly event = SubmissionMoved;
  readonly consumer = 'listings.fetch-reviewed-icon';
  override readonly queue: QueueName = 'drives';

  constructor(
    private readonly icons: FetchIcon,
    private readonly database: Database,
  ) {
    super();
  }

  override driveOf({ drive_id }: { drive_id: string }): string {
    return drive_id;
  }

  async handle({ submission_id, state }: { submission_id: string; state: string }): Promise<void> {
    if (state !== 'in_review') return;
    const [row] = await this.database.query<{ revision_id: string | null }>(
      'select revision_id from listings.submissions where id = $1',
      [submission_id],
    );
    if (row?.revision_id) await this.icons.execute(row.revision_id);
  }
}

/** A revision went live whose icon has not been fetched yet. */
@Injectable()
export class FetchIconProcessor extends EventProcessor<{ drive_id: string; revision_id: string }> {
  readonly event = RevisionPublished;
  readonly consumer = 'listings.fetch-icon';
  override readonly queue: QueueName = 'drives';

  constructor(private readonly icons: FetchIcon) {
    super();
  }

  override driveOf({ drive_id }: { drive_id: string }): string {
    return drive_id;
  }

  handle(payload: { revision_id: string }): Promise<void> {
    return this.icons.execute(payload.revision_id);
  }
}
