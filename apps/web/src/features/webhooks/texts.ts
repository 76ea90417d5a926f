/** Interface texts of webhooks. */
export const texts = {
  webhook: {
    title: 'Webhook',
    empty: 'This webhook was removed, or it is not yours.',
    labels: {
      event_types: 'Events',
      active: 'Turned on',
      url: 'Address',
      description: 'Purpose',
    },
    toastTurnedOn: 'Webhook turned on. A test was sent.',
    toastTurnedOff: 'Webhook turned off.',
    toastTestMessage: 'Test message sent. It appears below within seconds.',
    toastWebhookRemoved: 'Webhook removed.',
    unverified:
      'Not verified: messages wait until your server has answered a test with the value of its header {header}, as <link>the guide</link> shows. A test was sent; its outcome is below.',
    verifyAgain: 'Verify again',
    turnedOff: (disabledReason: string) => `Turned off. ${disabledReason}`,
    facts: {
      lastDelivery: 'Last delivery',
      previousSecretEnds: 'Previous secret ends',
    },
    whyNot: { turnedOff: 'Turn it on to send a test.' },
    sendTest: 'Send test',
    reportLeakedSecretTitle: 'Report a leaked secret',
    rotateTheSecretTitle: 'Rotate the secret',
    leakEffect:
      'A new secret is created and shown once. The old secret stops working now: your server rejects messages until it has the new one.',
    rotateEffect: (previousSecretEnds: boolean) =>
      `A new secret is created and shown once. For 24 hours, every message is signed with both secrets.${previousSecretEnds ? ' The previous secret stops working now.' : ''}`,
    removeThisWebhookTitle: 'Remove this webhook',
    removeEffect: 'No more messages are sent. Its secret and messages are deleted. This cannot be undone.',
    removeWebhookConfirm: 'Remove webhook',
    secretTitle: 'The new secret of this webhook',
    place: 'Store it where your server verifies messages.',
    eventsToast: 'Saved. Applies from the next event.',
    saveEvents: 'Save events',
    messagesExplanation: 'Kept for 30 days. Failed messages are retried up to ten times over three days.',
    noneMatch: 'No messages match this filter.',
    noneYet: 'No messages yet. Send test.',
    messageStates: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    messagesColumns: {
      at: 'Happened',
      last: 'Last response',
    },
    inMs: (problem: string, tookMs: number) => `${problem} in ${tookMs} ms`,
    messageToast: 'Resending with the same ID.',
    webhookId: 'webhook-id {id}',
    http: (status: number | null) => `HTTP ${status}`,
    messageInMs: '{time}: {problem} in {tookMs} ms',
  },
  webhooks: {
    explanation:
      'We send your server a POST request for each event about your Drives, secrets and payouts. Messages are signed as defined by <link>Standard Webhooks</link>. Libraries are available for most languages.',
    explanationOfHost:
      'We send the host’s server a POST request for each event about installs, upgrades, tenants and operators. Messages are signed as defined by <link>Standard Webhooks</link>. Libraries are available for most languages.',
    empty: 'No webhooks yet. Add a URL below.',
    secretTitle: 'The secret of your new webhook',
    addFormTitle: 'Add webhook',
    addressHelp: 'An https URL reachable from the internet',
    purposeOptionalLabel: 'Purpose (optional)',
    addWebhookShow: 'Add webhook and show secret',
  },
} as const;
