import { plural } from '../../text/plural.js';

/** Interface texts of the shared components for feedback. */
export const texts = {
  memberMay: {
    develop: 'Only owners and developers of the organisation can do this.',
    see_money: 'Only owners, finance and read-only members of the organisation can see this.',
    manage_money: 'Only owners and finance members of the organisation can do this.',
    own: 'Only an owner of the organisation can do this.',
  },
  owners: {
    explanation: (count: number) =>
      `${plural(count, 'This owner', 'These owners')} of the organisation can change your role:`,
    person: (name: string, email: string) => `${name} (${email})`,
  },
  resource: {
    notice: (clock: string) => `Connection lost. Showing data from ${clock}.`,
  },
  runProgress: {
    progressOfLabel: (what: string) => `Progress of ${what}`,
    ofDoneFailedWaiting: ({
      done,
      total,
      what,
      failed,
      waiting,
    }: Record<'done' | 'total' | 'what' | 'failed' | 'waiting', string>) =>
      `${done} of ${total} ${what} done · ${failed} failed · ${waiting} waiting`,
  },
  shownOnce: {
    whyNot: (what: string, isIt: boolean) =>
      `Confirm that you stored ${what}. ${isIt ? 'It' : 'They'} will not be shown again.`,
    iStored: (what: string) => `I stored ${what}`,
    done: 'Done',
  },
  states: {
    stillWorking: 'Still working',
    loading: 'Loading',
    explanation: 'Still working. You can leave this page; nothing is lost.',
    clearFilters: 'Clear filters',
    empty: 'No results for these filters.',
    request: 'Request {id}',
    this: 'this',
    couldNotShow: (what: string) => `Could not show ${what}`,
    correctTheFields: 'Correct the fields that are marked.',
    updatedRefreshing: (clock: string) => `Updated ${clock}, refreshing`,
  },
  toasts: { dismissLabel: 'Dismiss' },
  whoActs: {
    noActionNeeded: 'No action needed.',
    actionRequired: 'Action required.',
    waitingForTheAuthor: 'Waiting for the author.',
    waitingForTheOperator: 'Waiting for the operator.',
    waitingForUs: 'Waiting for us.',
  },
} as const;
