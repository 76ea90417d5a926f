/** Interface texts of listings: concerns about plugins. */
export const texts = {
  kinds: {
    security: 'It is not secure',
    privacy: 'It misuses data',
    misleading: 'It is not what it says',
    billing: 'It charges what was not agreed',
    other: 'Something else',
  },
  report: {
    title: 'Report a concern',
    explanation: 'A reviewer reads it. The author does not see it, and nobody learns who sent it.',
    kind: 'What is wrong?',
    text: 'What happened?',
    textHelp: 'At least 20 characters.',
    email: 'Your email address (optional)',
    emailHelp: 'We send you the outcome there and then delete the address.',
    send: 'Send report',
    sent: 'Thank you. A reviewer will look at it.',
  },
  review: {
    tab: 'Concerns',
    empty: 'No concern waits for a reviewer.',
    claim: 'Claim',
    claimed: 'Claimed. Only you can close it now.',
    claimedBy: (name: string) => `Claimed by ${name}`,
    withAddress: 'Whoever sent it left an address and gets your answer.',
    withoutAddress: 'Whoever sent it left no address.',
    outcomes: { acted: 'Close: we acted', no_action: 'Close: no action' },
    effects: {
      acted: 'Use it when you paused or removed the plugin, or its author changed it.',
      no_action: 'Use it when there is nothing to change.',
    },
    ended: { acted: 'We acted', no_action: 'No action' },
    readBy: 'Sent to the address that was left, if any. The author does not see it.',
    closed: 'Closed.',
  },
} as const;
