/** Interface texts of authors: keys. */
export const texts = {
  driveScopes: {
    explanation:
      'Authors choose between one secret for all installs and one per tenant. For a first-party Drive, two admins can choose the fleet secret instead. Finance decides under Prices which Drives are first-party.',
    driveOrAuthorLabel: 'Drive or author',
    empty: 'No Drives yet. A Drive appears when its application is approved.',
    columns: {
      scope: 'Signed with',
    },
    useOwn: 'Use own secret',
    useFleet: 'Use fleet secret',
    useOwnTitle: (name: string) => `${name} is signed with its own secret again`,
    useFleetTitle: (name: string) => `The fleet secret signs for ${name}`,
    useOwnEffect:
      'Once a second admin approves it, calls are signed with the Drive’s own secret. For 24 hours, the fleet secret is tried where that is refused.',
    useFleetEffect:
      'Once a second admin approves it, calls are signed with the fleet secret. For 24 hours, the Drive’s own secret is tried where that is refused; give the Drive the fleet secret by then.',
  },
  endKeyDialog: {
    insteadOfUntil: (date: string) => `, instead of until ${date}`,
    effect: (label: string, date: string, stillNeeded: boolean) =>
      `${label} stops working now${date}. This cannot be undone.${stillNeeded ? ' It is still in use: your Drive will refuse calls until it has the new secret.' : ''}`,
  },
  fleetKeys: {
    explanation: 'One secret signs the calls to every first-party Drive.',
    empty: 'No fleet secret yet. A secret is shown only once; store it wherever a first-party Drive runs.',
    reportLeakedFleetTitle: 'Report a leaked fleet secret',
    rotateFleetSecretTitle: 'Rotate the fleet secret',
    overlapEnds: (label: string) => ` An overlap is already in progress: ${label} stops working now.`,
    newSecretCreated: (leaked: boolean, label: string) =>
      `A new secret is created and shown once. From now on, calls to every first-party Drive are signed with it. ${leaked ? 'The old secret stops working now. Calls fail until each Drive has the new one.' : 'The current secret works for 24 more hours.'}${label}`,
    createAndEnd: (label: string) => `Create a new secret and end ${label}`,
    effect: (label: string) =>
      `${label} stops working now. This cannot be undone. A first-party Drive that has only this secret refuses calls until it has the new one.`,
  },
  keyAdoption: {
    notice: (stillNeeded: boolean) =>
      `Two secrets are accepted. The old one ({label}) ends in {duration}. ${stillNeeded ? 'The old secret is still in use. Store the new one wherever your Drive runs.' : 'Your Drive uses the new secret. No action needed.'}`,
    empty: 'No active installs yet. Each install appears here with the last secret it accepted.',
    tableLabel: 'Secret per install',
    columns: {
      secret: 'Last accepted',
    },
    noCallYet: 'No call yet',
    ofItsTenant: ' of its tenant',
  },
  keyHistory: {
    words: {
      'signing_key.issued': 'Issued',
      'signing_key.rotated': 'Rotated',
      'signing_key.revoked_as_leaked': 'Leaked: old secrets revoked',
      'signing_key.ended': 'Old secret ended early',
      'signing_key.ended_with_install': 'Tenant’s secret ended with its last install',
      'signing_key.scope_changed': 'Choice of one secret or one per tenant',
    },
    heading: 'Rotation history',
    tableLabel: 'Changes of the secrets',
    columns: {
      who: 'Who',
    },
    forced: ' (forced)',
  },
  keyScope: {
    sentences: {
      drive: 'One secret signs the calls for all installs.',
      tenant: 'Each tenant gets its own secret, sent once in `signing_key` of the install request.',
      fleet: 'The secret of the first-party Drives signs. An admin rotates it.',
    },
    useSecretPer: 'Use one secret per tenant',
    useOneSecret: 'Use one secret for all installs',
    secretPerTenantTitle: 'One secret per tenant',
    secretInstallsTitle: 'One secret for all installs',
    newInstallsEffect:
      'New installs get their own secret. Your Drive must read it from the install request and use it to verify that tenant’s calls. Until then, calls are signed with the Drive’s secret.',
    nowCallsEffect: 'From now on, calls for all installs are signed with the Drive’s secret.',
  },
  rotateDialog: {
    typeToConfirm: (leakedWord: string) => `Type “${leakedWord}” to confirm.`,
    overlapNotConfirmed: 'An overlap is in progress. Confirm that the oldest secret ends now, or wait until it ends.',
    reasonTooShort: (minReason: number) => `Write a reason of at least ${minReason} characters.`,
    currentSecretLabel: 'What happens to the current secret',
    overlap: 'Overlap: both are accepted for 24 hours',
    leakedEndsNow: 'Leaked: it ends now',
    effect: 'A new secret is created and shown once. We sign with it from now on.',
    overlapEffect: (date: string) => `The current secret works until ${date}, then it ends.`,
    leakEffect: 'Calls fail until your Drive has the new secret.',
    notice: 'An overlap is already in progress. Rotating again ends the oldest secret now.',
    endOldestSecret: 'End the oldest secret now',
    typeToConfirmLabel: (leakedWord: string) => `Type “${leakedWord}” to confirm`,
    reasonHelp: (minReason: number) => `Kept in the rotation history. At least ${minReason} characters.`,
    createAndEnd: 'Create a new secret and end the old one',
  },
  rotationDryRun: {
    heading: 'Dry run',
    whyNot: {
      noSigningSecret: 'The Drive has no signing secret yet.',
      testRunning: 'A test is running.',
    },
    testEveryInstall: 'Test every install',
    explanation:
      'We send each install a harmless request signed with the newest secret and one signed with the old secret. Nothing changes.',
    names: { dryRun: 'the dry run', installs: 'installs' },
    noActiveInstalls: 'No active installs to test.',
    ofInstalls: (accept: number, asked: number, since: boolean) =>
      `${accept} of ${asked} installs ${since ? 'accepted the newest secret at that time' : 'accept the newest secret'}.`,
    resultsNotice: (label: string) =>
      `${label} was created after this test. Test again to see which installs accept it.`,
    refusedDuringOverlap:
      'Where the newest secret is refused, store it before the old one ends. After that, every call fails.',
    refusedNow: 'Where the newest secret is refused, every call fails until it is stored there.',
    resultsTableLabel: 'Answers of the installs',
    resultsColumns: {
      newest: 'Newest secret',
      previous: 'Old secret',
    },
    notTested: 'Not tested',
    noAnswer: 'no answer',
    http: (status: number) => `HTTP ${status}`,
    answer: (label: string, status: string, ms: number) => `${label} · ${status} · ${ms} ms`,
  },
  secrets: {
    empty: 'No Drive yet. A Drive is reserved for you when your application is approved.',
    names: {
      secrets: 'the secrets',
    },
    driveSecretsEmpty: (secretVariable: string) =>
      `No secret yet. A secret is shown only once; store it as ${secretVariable} where your Drive runs.`,
    driveSecretsTitle: 'Accept both secrets',
    driveSecretsExplanation: 'It uses the verifier from <link>Signing</link>, also available in other languages.',
  },
  ownedKeys: {
    issueSecret: 'Issue secret',
    columns: {
      end: 'Actions',
      fingerprint: 'Fingerprint',
      created: 'Created',
      used: 'Last used to sign',
    },
    endNow: (label: string) => `End ${label} now`,
  },
} as const;
