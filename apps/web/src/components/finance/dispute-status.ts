import type { DisputeView } from '../../api/hooks.js';

/** The word for a dispute: one that can no longer be answered does not ask for an answer. */
export const shownStatus = ({ status, answerable }: Pick<DisputeView, 'status' | 'answerable'>) =>
  status.endsWith('needs_response') && !answerable ? 'unanswered' : status;
