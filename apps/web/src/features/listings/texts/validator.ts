/** Interface texts of listings: validator. */
export const texts = {
  validate: {
    manifestUrlHelp: 'We read it, call its seven endpoints and test its error responses. We do not use your secret.',
    whyNot: { enterManifestUrl: 'Enter a manifest URL first.' },
    check: 'Check',
  },
  validationRun: {
    title: 'Checking',
    progressChecksLabel: 'Progress of the checks',
    copyLink: 'Copy the link to the result',
    mayLeavePage:
      'You can leave this page. The checks continue, and the result will be <link>on its own page</link>. {copy}',
    titles: {
      manifest_url_refused: 'This URL cannot be checked',
      too_many_requests: 'Too many checks',
      validator_busy: 'No capacity',
      validation_timeout: 'This check took too long',
      validation_failed: 'This check has no result',
      validation_not_found: 'Result not found',
      network_unreachable: 'Connection lost',
    },
    otherFailure: 'Could not check the manifest',
  },
  validationVerdict: {
    toFix: 'To fix',
    advice: 'Warnings',
    notes: 'Notes',
    notice: (date: string) =>
      `This result is from ${date} and is reused because the manifest has not changed. To run all checks again, check again.`,
    title: 'Verdict',
    passes: 'Passes',
    doesNotPass: 'Does not pass',
    facts: {
      checked: 'Checked',
      share: 'Share',
    },
    ofRunEngine: (counts: string, version: string) => `${counts}; engine ${version}`,
    openResult: 'Open this result on its own page',
    copyLink: 'Copy the link to this result',
    explanation:
      'This run did not use your key. To test valid signatures and installs too, run {driveValidate} on your own machine: <link>how</link>.',
    noFindings: 'No findings.',
    showMore: (count: number) => `Show ${count} more`,
    probesTitle: (count: number) => `What we sent (${count})`,
    probesExplanation: 'Every request of this run, in order, for comparison with your logs.',
    probesTableLabel: 'Requests',
    probesColumns: {
      request: 'Request',
      sent: 'With',
      ms: 'ms',
    },
  },
  validation: {
    title: 'Validation result',
    explanation: 'Result at the time of the check. <link>Check again</link>',
  },
} as const;
