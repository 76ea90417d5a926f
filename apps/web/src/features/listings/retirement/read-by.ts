import { texts } from '../texts/retirement.js';

/** Who reads the reason of what staff does to a live Drive: the mails and the Drive's own page carry it. */
export const READ_BY = texts.readBy.readBy;
