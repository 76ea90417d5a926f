/** Interface texts of listings: evidence. */
export const texts = {
  claimedObserved: {
    heading: 'Claimed and observed',
    names: { whatWasObserved: 'what was observed' },
    columns: {
      name: 'Permission',
      text: 'What it allows',
      granted: 'Installs that granted it',
      seen: 'Observed use',
    },
  },
  driveEvidence: {
    title: 'Evidence of compliance claims',
    explanation:
      'Only reviewers can see these files. A claim is stated with its file, and proven once a reviewer accepts that; for regulated tenants, two reviewers. Tenants that rely on a claim cannot install before. We remind you 60, 30 and 7 days before an acceptance, or a file that nobody accepted, ends.',
    columns: {
      accepted: 'Accepted until',
      before: 'Before',
      act: 'Actions',
    },
    claimRemoved: 'claim removed',
    acceptedUntil: (date: string, byTwo: boolean) => `${date}, by ${byTwo ? 'two reviewers' : 'one reviewer'}`,
    replace: 'Replace',
    withdrawToast: 'Withdrawn. The file is kept on record.',
    withdrawLabel: (claim: string) => `Withdraw: ${claim}`,
    giveToast: 'Uploaded. A reviewer reads it.',
    giveDialogTitle: (claim: string) => `Evidence: ${claim}`,
    fileLabel: 'File (PDF, PNG or JPEG, at most 5 MiB)',
  },
  decision: {
    accept: 'Accept',
    acceptTitle: (claim: string) => `Accept the evidence: ${claim}`,
    acceptEffect: (second: boolean) =>
      second
        ? 'You are the second reviewer: regulated tenants can rely on the claim too. Read the file first.'
        : 'The claim is called proven until this day. Regulated tenants need a second reviewer. Read the file first.',
    accepted: 'Accepted. The author is notified.',
    reject: 'Reject',
    rejectTitle: (claim: string) => `Reject the evidence: ${claim}`,
    rejectEffect: 'The file no longer supports the claim, and tenants that rely on it cannot install.',
    readBy: 'The author reads it.',
    rejected: 'Rejected. The author is notified.',
  },
  objections: {
    title: 'Objections to your subprocessors',
    explanation:
      'Tenants that have this Drive are notified when your public list changes and can object for 30 days. Respond to each objection. Tenants that do not agree can uninstall.',
    columns: { tenant: 'Tenant ID', at: 'Objected', change: 'What changed' },
  },
} as const;
