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
      'Only reviewers can see these files. Tenants that rely on a claim see if valid evidence supports it, and cannot install without it. We remind you 60, 30 and 7 days before one expires.',
    columns: {
      before: 'Before',
      act: 'Actions',
    },
    claimRemoved: 'claim removed',
    replace: 'Replace',
    withdrawToast: 'Withdrawn. The file is kept on record.',
    withdrawLabel: (claim: string) => `Withdraw: ${claim}`,
    giveToast: 'Uploaded. Reviewers see it with the claim.',
    giveDialogTitle: (claim: string) => `Evidence: ${claim}`,
    fileLabel: 'File (PDF, PNG or JPEG, at most 5 MiB)',
  },
  objections: {
    title: 'Objections to your subprocessors',
    explanation:
      'Tenants that have this Drive are notified when your public list changes and can object for 30 days. Respond to each objection. Tenants that do not agree can uninstall.',
    columns: { tenant: 'Tenant ID', at: 'Objected', change: 'What changed' },
  },
} as const;
