/** Interface texts of listings: submissions. */
export const texts = {
  createReportLink: {
    toastSharedCopy: 'Shared. Copy the link.',
    toastSharingStopped: 'Sharing stopped. The link no longer works.',
    title: 'Share this report',
    linkShared: 'Anyone with this link can view the checks until {time}, without an account:',
    copyLink: 'Copy link',
    stopSharing: 'Stop sharing',
    newLink: 'New link',
    whatItShares:
      'Creates a link for colleagues or support. It shows the checks for 30 days and nothing from the review.',
    shareReport: 'Share report',
  },
  sharedReport: {
    aSharedReportTitle: 'A shared report',
    sharesThisReportUntil: '{author} shares this report until {time}.',
  },
  submissionNotes: {
    toast: 'Saved. The reviewer can see it.',
    whyNeedsOptionalLabel: (name: string) => `Why it needs ${name} (optional)`,
    testOptionalLabel: 'How to test it (optional)',
    testOptionalHelp: 'A test account, the steps, and the expected result. Do not include secrets.',
    contactDuringReviewLabel: 'Contact during review (optional)',
    contactDuringReviewHelp: 'A name or an address.',
    saveReviewer: 'Save for the reviewer',
  },
  submissionThread: {
    answered: 'Answered',
    anEarlierVersion: 'an earlier version',
  },
  submission: {
    title: (driveName: string) => `Check of ${driveName}`,
    checkTitle: 'Check',
    submitAgain: 'Submit again',
    yourAnswer: (answer: string) => `Your answer: ${answer}`,
    notice: (iconProblem: string) =>
      `The icon is not shown: ${iconProblem} Operators see the first letter of the name until a reviewed version provides an icon.`,
    installsFailed:
      'Some checks of the probe installs failed. The reviewer takes them into account when deciding. You can also withdraw, fix them and submit again.',
    answerFormToast: 'Response submitted. The reviewer can see it now.',
    commentLabel: 'General comment (optional)',
    responseLabel: 'Your response to the reviewer',
    answerFormHelp: 'At least 10 characters.',
    respondFirst: (open: string) => `Respond first: ${open}.`,
    submit: 'Submit response and ask for review',
  },
  withdrawSubmission: {
    explanation: (isUpdate: boolean) =>
      `It is removed from the review queue. ${isUpdate ? 'The live version stays unchanged. If your manifest URL still serves this version, it is submitted for review again the next time we read it. Restore the earlier manifest first.' : 'The name stays reserved, and you can submit a manifest again at any time.'}`,
    withdrawSubmission: 'Withdraw submission',
    dialogTitle: (driveName: string, version: string) => `Withdraw ${driveName} ${version}`,
  },
} as const;
