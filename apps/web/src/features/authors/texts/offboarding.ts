/** Interface texts of authors: offboarding. */
export const texts = {
  closeAccount: {
    heading: 'Close the developer account',
    names: { accountStatus: 'the account status' },
    whatHappens:
      'You can undo this for 7 days. After that your Drives accept no new installs, and 90 days later all installs end and the account closes. All your earnings are paid out, with no minimum, and your statements remain available.',
    closeAccount: 'Close account',
    announceDialogTitle: (name: string) => `Close the developer account of ${name}`,
    whoIsNotified: 'Operators who use your Drives are notified of the date right away.',
    whyHelp: 'Visible to your team and the platform’s administrators.',
    typeToConfirmLabel: (name: string) => `Type ${name} to confirm`,
    whyNot: {
      reasonTooShort: (minReason: number) => `Enter a reason of at least ${minReason} characters.`,
    },
    announcedToast: 'The account stays open. Your Drives are back in the catalogue.',
    announcedFacts: {
      announcedBy: 'Announced by',
      noNewInstallsFrom: 'No new installs from',
      installsAccountEnd: 'Installs and account end',
    },
    keepAccountOpen: 'Keep the account open',
  },
  offboardings: {
    empty: 'No offboardings.',
    columns: {
      by: 'Announced by',
      closes: 'No new installs from',
    },
    endAccountToast: 'Announced. The author and the operators of its installs are notified.',
    typeToConfirm: (name: string) => `Type ${name} to confirm.`,
    giveAReason: 'Give a reason.',
    endAccountHeading: 'Close an author’s account',
    endAccountExplanation:
      'The same notice period applies as when an author closes the account: you can withdraw this for 7 days, and installs end 90 days later. In urgent cases, a reviewer can remove the Drive.',
    description: 'Organisation name, or a member’s name or email',
    organisationNameConfirmLabel: 'Organisation name, to confirm',
    organisationNameConfirmHelp: (name: string) => `Type ${name}`,
    announceClosure: 'Announce closure',
  },
  suspensions: {
    explanation:
      'A suspended author cannot add submissions, versions or secrets. Installs and payouts continue; finance can hold payouts separately. To stop new installs, pause the Drive.',
    activeOnly: 'Active only',
    empty: 'No suspensions.',
    columns: {
      since: 'Suspended',
      until: 'Resumed',
    },
    suspendedBy: '{time} by {suspendedBy}',
    resumedBy: '{time} by {resumedBy}',
    resumeLabel: (orgName: string) => `Resume ${orgName}`,
    suspendAuthorToast: (name: string) => `${name} is suspended. All members are notified by email.`,
    suspendAuthorTitle: 'Suspend an author',
    suspend: 'Suspend',
    suspendAuthorDialogTitle: (name: string) => `Suspend ${name}`,
    suspendAuthorEffect:
      'New submissions, versions and secrets are blocked, and pending reviews cannot be approved. Installs and payouts continue.',
    suspendAuthorReadBy: 'Sent to the author by email and shown on their home page.',
    resumeDialogToast: (orgName: string) => `${orgName} is active again. All members are notified by email.`,
    resumeDialogEffect: 'Submissions, versions and secrets are allowed again.',
    resumeDialogReadBy: 'Sent to the author by email.',
  },
} as const;
