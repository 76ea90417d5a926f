/** Interface texts of installs: the installs of a Drive. */
export const texts = {
  driveInstalls: {
    statuses: {
      active: 'Active',
      upgrade: 'Active, upgrade open',
      moving: 'Being installed or removed',
      attention: 'Needs attention',
      ended: 'Removed or failed',
    },
    prompts: {
      open: 'Pending',
      declined: 'Declined',
    },
    answers: {
      false: 'Working',
      true: 'Not working',
    },
    accepted: 'Accepted',
    replaced: 'Replaced',
    title: (name: string) => `Installs of ${name}`,
    backToTheDrive: 'Back to the Drive',
    upgradeLabel: 'Upgrade',
    idHelp: 'Of the install, tenant or venture',
    empty: 'No installs yet. Installs appear here once the Drive is live.',
    columns: {
      tenant: 'Tenant, venture',
      price: 'Price / month',
      prompt: 'Upgrade',
    },
    names: {
      tenantId: 'tenant id',
      ventureId: 'venture id',
    },
    free: 'Free',
    countsFacts: {
      active: 'Active',
      new: 'New',
      upgradeNotDecided: 'Upgrade not decided',
      notAnswering: 'Not working',
      failedToInstall: 'Failed to install',
    },
    newInDays: (newRecent: string, recentDays: number) => `${newRecent} in ${recentDays} days`,
    endedInDays: (endedRecent: string, recentDays: number) => `${endedRecent} in ${recentDays} days`,
    countsTableLabel: 'Installs by version',
    countsColumns: {
      waiting: 'Upgrade not decided',
    },
    notAskedYet: 'Not asked yet',
    doesNotAnswer: 'Nothing can be read',
    cannotBeOpened: (reason: string) => `Operators cannot open it, because of its mount_url. ${reason}`,
    tokenRefused: 'You refuse the scoped token that you gave for it. Its operator can ask for a new one.',
    tokenAccepted:
      'You still accepted its scoped token after the uninstall. Invalidate the token when you answer DELETE install/:id.',
    running: '<badge>Running</badge> {call}',
  },
  driveEvents: {
    title: 'Events received',
    name: 'the events received',
    explanation:
      'Events that your Drive reported, across all installs, by the day (UTC) on which they happened. Rows that are not valid events are under Reading instead. Counts stay when the events are deleted.',
    typeHelp: 'The whole name, such as content.published.',
    plotTitle: 'Events per day',
    tableLabel: 'Events by day and type',
    empty: 'No events in this period.',
    columns: { day: 'Day', events: 'Counted', keptApart: 'Not counted', notStored: 'Not stored', why: 'Why not' },
    reason: (events: string, reason: string) => `${events}: ${reason}`,
    reasons: {
      kind_not_listed: 'not listed in events_emitted',
      changed_after_emission: 'reported before with other data',
      unattributed: 'names no install, and every install gets the same rows',
    },
  },
} as const;
