/** Interface texts of listings: retirement. */
export const texts = {
  deprecationDialog: {
    explanation:
      'It leaves the catalogue now and operators are notified. They can still install it until it closes. All installs end on the last day.',
    closesInstallsUtcLabel: 'Closes to installs (UTC)',
    installsEndUtcLabel: 'Installs end (UTC)',
    installsEndUtcHelp: 'At least 90 days away',
    readBy: 'Visible to the author and operators.',
  },
  driveDeprecation: {
    installsEndAnnouncedBy: (closed: boolean) =>
      `${closed ? 'Closed to installs since' : 'Closes to installs'} {closing}. Installs end {end}. Announced by {announcedBy}: {reason}`,
    toastRetirementAnnounced: 'Retirement announced. Operators are being notified.',
    announceRetirementTitle: (name: string) => `Announce the retirement of ${name}`,
    toastStaysAvailable: (name: string) => `${name} stays available and is back in the catalogue.`,
    cancelRetirementTitle: (name: string) => `Cancel the retirement of ${name}`,
    effect: 'It returns to the catalogue. Operators are notified that their installs continue.',
  },
  liveDrives: {
    states: {
      listed: 'Listed',
      paused: 'Paused',
      sunset_announced: 'Sunset announced',
      closed_to_installs: 'Closed to installs',
      retired: 'Retired',
      removed: 'Removed',
    },
    healths: {
      failing: 'Checks fail',
      noted: 'Not synced',
    },
    actText: {
      pause: 'Pause',
      resume: 'Resume',
      deprecation: 'Announce retirement',
      keep: 'Cancel retirement',
      remove: 'Propose removal',
    },
    nameOrSlugLabel: 'Name or slug',
    empty: 'No live Drives yet.',
    columns: { paper: 'Announced' },
    moreStepsLabel: (name: string) => `More steps: ${name}`,
    subprocessorsChangedWithoutNotice: 'Subprocessors changed without notice {time}',
    removalProposed: 'Removal waits for a second person',
    closesEnds: (closing: string, end: string, announcedBy: string) =>
      `Closes ${closing}, ends ${end} (${announcedBy})`,
    isPaused: (name: string) => `${name} is paused.`,
    isLiveAgain: (name: string) => `${name} is live again.`,
    retirementAnnounced: (name: string) => `${name} will be retired as announced. Operators are being notified.`,
    goesOn: (name: string) => `${name} is no longer being retired.`,
    pauseEffect: 'It leaves the catalogue and accepts no new installs. Existing installs keep running.',
    resumeEffect: 'It returns to the catalogue and can be installed.',
  },
  /** Readers of the reason that staff gives for an action on a live Drive: the mails and the Drive's own page carry it. */
  liveDrivesReadBy: {
    state: 'Sent to the author by email and shown on the Drive’s page.',
    keep: 'Shown to the author on the Drive’s page.',
  },
  removalDialog: {
    reasons: {
      malicious: 'Harmful behaviour',
      data_breach: 'Data was lost or leaked',
      legal_order: 'Legal order',
      agreement_breached: 'Breach of the agreement',
      abandoned: 'Author unresponsive',
    },
    toastProposed: (name: string) => `${name} is paused. Another person must approve the removal.`,
    effect:
      'It is paused now. When another reviewer or admin approves, it is removed and all its installs end immediately. The author can appeal.',
    confirm: 'Pause and propose removal',
  },
} as const;
