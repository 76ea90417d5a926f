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
    text: 'What happened, in at least 20 characters?',
    email: 'Your email address (optional)',
    emailHelp: 'We send you the outcome there and then delete the address.',
    send: 'Send report',
    sent: 'Thank you. A reviewer will look at it.',
  },
  review: {
    tab: 'Concerns',
    empty: 'No concern waits for a reviewer.',
    closedBy: (name: string) => `Closed by ${name}`,
    address: {
      left: 'Whoever sent it left an address and gets your answer.',
      none: 'Whoever sent it left no address.',
    },
    outcomes: {
      acted: { name: 'Close: we acted', effect: 'Use it when the plugin was paused, removed or changed.' },
      no_action: { name: 'Close: no action', effect: 'Use it when there is nothing to change.' },
    },
    ended: (outcome: 'acted' | 'no_action', reason: string) =>
      `${outcome === 'acted' ? 'We acted' : 'No action'}: ${reason}`,
    readBy: 'Sent to the address that was left, if any. The author does not see it.',
    closed: 'Closed.',
  },
} as const;
