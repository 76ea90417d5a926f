import { eventProcessor } from '@portal/platform/events';
import { RevisionPublished, SubmissionMoved } from '../../events.js';
import { FetchIcon } from './fetch-icon.js';

export const ICON_PROCESSORS = [
  // A revision comes before a reviewer, who is shown the icon that it would have.
  eventProcessor(
    SubmissionMoved,
    'listings.fetch-reviewed-icon',
    FetchIcon,
    { queue: 'drives', driveOf: (_, { drive_id }) => drive_id },
    async (icons, { submission_id, state }) => {
      if (state === 'in_review') await icons.ofSubmission(submission_id);
    },
  ),
  // A revision went live whose icon has not been fetched yet.
  eventProcessor(
    RevisionPublished,
    'listings.fetch-icon',
    FetchIcon,
    { queue: 'drives', driveOf: (_, { drive_id }) => drive_id },
    (icons, { revision_id }) => icons.execute(revision_id),
  ),
];
