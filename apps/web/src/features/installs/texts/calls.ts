/** Interface texts of installs: calls to Drives. */
export const texts = {
  callPlan: {
    about: {
      handshake: 'The plugin has not answered the request to connect.',
      revoke: 'Access and billing have ended. The plugin has not confirmed the removal.',
      probe: 'The plugin was removed. We are checking that it refuses the old token.',
    },
    next: 'Next try {time}, {attempt} of {most}.',
    exhausted: (attempts: number) => `Tried ${attempts} times. Nothing more happens until you decide.`,
    tryNow: 'Try now',
    tryNowLabel: (name: string) => `Try now: ${name}`,
    toastTryNow: 'The plugin is called within seconds.',
    takeOver: 'Take over ID',
    takeOverLabel: (name: string) => `Take over ID: ${name}`,
    takeOverTitle: (name: string) => `Take over the ID of ${name}`,
    takeOverEffect:
      'The plugin is called again with this ID. Only take over the ID under which the plugin keeps this install.',
    idLabel: 'ID at the plugin',
    whyNot: { idMissing: 'Enter the ID that the plugin reports.' },
    giveUp: 'Give up',
    giveUpLabel: (name: string) => `Give up: ${name}`,
    giveUpTitle: (name: string) => `Stop calling ${name}`,
    giveUpEffect: {
      handshake: 'The plugin is not asked again. An install that never ran counts as failed, and nothing is charged.',
      revoke:
        'The plugin is not notified again. The install counts as removed, and the plugin may keep its data and token.',
      probe: 'The plugin is not asked again. Whether it refuses the old token stays unknown.',
    },
  },
  installCalls: {
    tokenRefused:
      'The plugin no longer accepts its token ({duration}). It cannot be used or read until it has a new one. Nothing is reinstalled: tenant, venture and settings stay.',
    refused: {
      signature_refused:
        'Not working: the plugin refuses our signature since {time}. Its author was notified and must act. You have nothing to do.',
      clock_skew:
        'Not working: the plugin refuses the time of our signature since {time}. Its author was notified and must act. You have nothing to do.',
      unauthorized:
        'Not working: the plugin refuses all our calls (HTTP 401) since {time}, without a reason that we know. Its author was notified. A new token helps only if it is the token.',
    },
    lastSigned: 'Last signed call that succeeded: {call}, {time}.',
    renew: 'Get a new token',
    tokenAccepted:
      'The plugin confirmed the removal but still accepts the old token. Its author and the reviewers have been notified.',
    tokenUnanswered: 'The plugin never showed that it refuses the old token.',
  },
  unfinished: {
    explanation:
      'Plugins that have not answered an install, a removal or the check of an old token. Each is called again until it answers, for 30 days. <link>All tenants</link>',
    states: {
      attention: 'Needs a decision',
      waiting: 'Being tried',
    },
    empty: 'Every plugin has answered.',
    columns: {
      plan: 'What happens next',
    },
    ventureOf: (name: string, of: string) => `${name} (${of})`,
  },
} as const;
