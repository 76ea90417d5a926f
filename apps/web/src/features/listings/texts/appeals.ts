/** Interface texts of listings: appeals. */
export const texts = {
  listingAppeal: {
    more: 'A new submission of this Drive closes the appeal.',
    refusalTitle: 'Appeal against the rejection',
    refusalEffect:
      'If granted, this submission goes back to review with a different reviewer. A new submission of this Drive closes the appeal.',
    removalTitle: 'Appeal against the removal',
    removalEffect: 'If granted, the Drive returns to its previous status. Ended installs are not restored.',
    decision: 'The decision',
  },
  reviewAppeal: {
    appealAbout: (driveName: string) => `Appeal about ${driveName}`,
    answers: {
      grant: 'Grant the appeal',
      dismiss: 'Dismiss the appeal',
    },
    granted: {
      refusal:
        'The submission goes back to review in a new round, without the reviewer who rejected it. This does not approve anything.',
      removal: 'The Drive returns to its status before the removal was proposed. Ended installs are not restored.',
    },
    involvedYourself: 'You were involved in this decision. Another reviewer must decide.',
    supersededSubmission:
      'A newer submission of this Drive is in review, approved or live, so this one can no longer change.',
    theRemovalTitle: 'The removal',
    theRejectionTitle: 'The rejection',
    findings: 'the findings',
    allPassed: 'All passed',
    decisionFacts: {
      about: 'About',
      then: 'Checks then',
      now: 'Checks now',
    },
    toastGranted: 'Granted.',
    theDecisionBecomesFinal: 'The decision becomes final.',
  },
} as const;
