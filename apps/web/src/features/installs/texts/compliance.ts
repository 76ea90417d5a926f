/** Interface texts of installs: compliance. */
export const texts = {
  lapses: {
    gap: {
      baa_required: 'It requires a business associate agreement, but no valid one is on file.',
      residency_missing: 'It does not state that it keeps data in the required region.',
      compliance_missing: 'It does not state how it treats regulated data.',
    },
    unproven: (claims: string) => `Reviewers have not accepted: ${claims}.`,
    since: 'Since {since}.',
    actor: {
      platform: 'The platform must put an agreement on file.',
      author: 'The author must state or prove it.',
    },
    action: {
      warn: 'It keeps running.',
      pause: (day: string) => `It will be paused on ${day} (UTC) unless the requirement is met by then.`,
      remove: (day: string) => `It will be removed on ${day} (UTC) unless the requirement is met by then.`,
    },
    paused:
      'Paused: we send it no events or settings and read nothing from it. It is still billed. It resumes automatically once the requirement is met.',
    uninstall: 'You can uninstall it at any time; billing stops immediately.',
  },
  subprocessors: {
    title: 'Subprocessor changes',
    explanation:
      'The author changed the public list of companies that process your data. You can object; the author and the platform see your reason. Objecting does not stop the plugin. If you do not agree with the change, uninstall the plugin: billing stops immediately.',
    reordered: 'The order of the list changed.',
    unknown: 'Details are not available because the earlier list was not kept.',
    noticed: 'Noticed {at}.',
    until: 'You can object until {until}.',
    over: 'The objection period has ended.',
    objected: 'Your organisation objected {at}: {reason}',
    names: { notices: 'subprocessor changes' },
    objectLabel: 'Object to this change',
    object: 'Object',
    dialogTitle: 'Object to a subprocessor change',
    reasonHelp: '10 to 2,000 characters. Visible to the author and the platform.',
    whyNot: { reasonShort: 'Enter at least 10 characters.' },
    toast: 'Your objection was sent to the author and the platform.',
  },
  tenantObjections: {
    title: 'Objections to subprocessor changes',
    columns: { at: 'Objected' },
  },
  tenantLapses: {
    title: 'Installs that do not meet a requirement',
    empty: 'Every running install meets the requirements.',
    columns: {
      gap: 'What is missing',
      actor: 'Who must act',
      action: 'What happens',
    },
    actor: { platform: 'Platform', author: 'Author' },
    acted: { pause: 'Paused', remove: 'Removed' },
    none: 'Keeps running',
    willPause: (day: string) => `Paused on ${day}`,
    willRemove: (day: string) => `Removed on ${day}`,
  },
} as const;
