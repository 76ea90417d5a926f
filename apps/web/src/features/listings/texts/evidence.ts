/** Interface texts of listings: evidence. */
export const texts = {
  claimedObserved: {
    heading: 'Claimed and observed',
    names: {
      whatWasObserved: 'what was observed',
    },
    title: 'Permissions',
    empty: 'Requests no permissions.',
    columns: {
      name: 'Permission',
      text: 'What it allows',
      granted: 'Installs that granted it',
      seen: 'Observed use',
    },
    cannotBeObserved: 'Cannot be observed',
  },
  driveEvidence: {
    title: 'Evidence of compliance claims',
    explanation: 'Only reviewers can see these files. We remind you 30 and 7 days before one expires.',
    columns: {
      claim: 'Claim',
      state: 'Status',
      file: 'File',
      until: 'Valid until',
      before: 'Before',
      act: 'Actions',
    },
    claimRemoved: 'claim removed',
    none: 'none',
    replace: 'Replace',
    uploadFile: 'Upload file',
  },
  driveEvidenceWithdraw: {
    toast: 'Withdrawn. The file is kept on record.',
    withdrawLabel: (claim: string) => `Withdraw: ${claim}`,
    withdraw: 'Withdraw',
  },
  driveEvidenceGive: {
    toast: 'Uploaded. Reviewers see it with the claim.',
    dialogTitle: (claim: string) => `Evidence: ${claim}`,
    fileLabel: 'File (PDF, PNG or JPEG, at most 5 MiB)',
    validUntilUtcLabel: 'Valid until (UTC)',
    uploadFile: 'Upload file',
  },
} as const;
