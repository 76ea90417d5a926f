/** Interface texts of the shared components for review. */
export const texts = {
  approvalList: { what: 'What' },
  criteria: {
    passed: 'Passed',
    needsChanges: 'Needs changes',
    notApplicable: 'Not applicable',
    asked: {
      pass: 'What you checked',
      needs_change: 'What must change',
      fail: 'Why it fails',
      not_applicable: 'Why it does not apply',
    },
    ofReviewed: (count: number, count2: number) => `${count} of ${count2} reviewed`,
    criteriaLabel: 'Criteria',
    showsTheEvidence: ', {eKey} shows the evidence',
    explanation: 'Keyboard shortcuts in the list: {jKey} and {kKey} move down and up{evidenceKey}{verdicts}.',
    evidenceLabel: (shown: boolean, title: string) => `${shown ? 'Hide' : 'Show'} evidence: ${title}`,
    evidence: (shown: boolean) => `${shown ? 'Hide' : 'Show'} evidence`,
    verdictOnLabel: (title: string) => `Verdict on ${title}`,
    verdictBy: (words: string, by: string) => `${words}, by ${by}`,
    roundReviewAgain: (round: number, verdict: string) => `Round ${round}: ${verdict}; review again`,
    earlierVersion: (verdict: string) => `Earlier version: ${verdict}`,
    noteHelp: (reader: string, noteMin: number) => `${reader} At least ${noteMin} characters.`,
    whyNot: {
      writeLeastCharacters: (noteMin: number) => `Write at least ${noteMin} characters.`,
    },
    saveVerdict: 'Save verdict',
  },
  decision: {
    buttons: { approve: 'Approve', request_changes: 'Request changes', reject: 'Reject' },
    requiredLabel: 'Required for a decision',
    notPossibleYet: 'Not possible yet.',
  },
  appeal: {
    explanation: (effect: string, date: string) =>
      `A reviewer who was not involved makes the final decision. ${effect} You can appeal until ${date}.`,
    readBy: 'For the reviewer: explain what was overlooked or is incorrect.',
    confirm: 'Submit appeal',
    toastSubmitted: 'Appeal submitted. A different reviewer will decide.',
    reviewer: 'Reviewer',
    withdrawTheAppeal: 'Withdraw the appeal',
    becomesFinal: (decision: string) => `${decision} becomes final and cannot be appealed again.`,
    withdrawAppeal: 'Withdraw appeal',
  },
  writtenNotes: {
    whyPermission: (permission: string) => `Why ${permission}`,
    facts: {
      test: 'How to test it',
      contact: 'Contact',
    },
  },
} as const;
