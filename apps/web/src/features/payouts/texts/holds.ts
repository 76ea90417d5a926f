import { plural } from '../../../text/plural.js';

/** Interface texts of payouts: holds. */
export const texts = {
  holds: {
    kinds: {
      review: 'Review',
      dispute_rate: 'Disputes',
      tax: 'Tax details',
      manual: 'Other',
    },
    title: 'Holds and reserves',
    empty: 'No holds. Payouts are made in full.',
    columns: {
      how: 'Released',
      reason: 'Reason for the author',
      by: 'Placed by',
    },
    whenEnded: 'When the hold is ended manually',
    whenTheHoldEnds: 'when the hold ends',
    eachPartAfter: (windowMonths: number) =>
      `each part after ${windowMonths} ${plural(windowMonths, 'month', 'months')}`,
    endHoldLabel: (author: string) => `End the hold of ${author}`,
    next: 'next {time}',
    placeToast: 'Hold placed. The author was notified.',
    shareOutOfRange: 'The share must be more than 0 and at most 100 %.',
    reasonMissing: 'Enter a reason for the author, of at least 20 characters.',
    placeTitle: 'Place a hold',
    placeExplanation:
      'Withholds the given share from the next run. The author sees the reason immediately and is notified by email.',
    shareLabel: 'Share, %',
    releasedAfterMonthsLabel: 'Released after months',
    releasedAfterMonthsHelp: 'Leave empty to release when the hold ends',
    reasonAuthorLabel: 'Reason for the author',
    placeHold: 'Place hold',
    endDialogToast: 'Ended.',
    holdEffect: 'The full amount returns to the balance immediately.',
    reserveEffect: 'Nothing more is withheld. Amounts on hold are released on their dates, or immediately.',
    whyHelp: 'At least 20 characters.',
    endKeepDates: 'End, keep the dates',
    endAndRelease: 'End and release',
  },
} as const;
