import { texts } from '../texts/retirement.js';

/**
 * Readers of the reason that staff gives for an action on a live Drive: the mails and the Drive's own page carry it.
 */
export const READ_BY = texts.readBy.readBy;
