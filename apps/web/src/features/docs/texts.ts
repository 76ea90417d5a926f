/** Interface texts of docs. */
export const texts = {
  api: {
    title: 'API of the portal',
    explanation:
      'Send JSON and receive an envelope: {okData} or {okFalse}. Programs send an API token as a bearer token; pages use a session. A POST can include an {idempotencyKey}: the first response is kept for 24 hours. Amounts are decimal strings in minor units, times are ISO 8601 in UTC. The machine-readable form is <openapiJson>/api/openapi.json</openapiJson>; <docs>try it out</docs>.',
    names: { routes: 'routes' },
    heading: 'Types',
    noneOfItsOwn: 'none of its own',
    operationEntryFacts: {
      body: 'Body',
      refusals: 'Refusals',
      also: 'Also',
    },
    answer: (status: number) => `Answer ${status}`,
    noBody: 'no body',
    asData: ' as data',
    operationEntryTableLabel: (method: string, path: string) => `Parameters of ${method} ${path}`,
    operationEntryColumns: {
      name: 'Parameter',
      where: 'In',
      type: 'Type',
    },
    typeEntryTableLabel: (name: string) => `Fields of ${name}`,
    typeEntryColumns: {
      name: 'Field',
      type: 'Type',
    },
  },
  checks: {
    explanation:
      '{count} checks, the same ones in the public validator, in the portal and in {driveValidate}. The examples show our engine’s output for a Drive that breaks only that rule.',
    names: { checks: 'checks' },
    needsContract: 'Needs {needs}. Contract: {clause}. {rule}: {how}.',
    checkEntryFacts: {
      wrong: 'Wrong',
      right: 'Right',
    },
    driveError: (broken: string) => `A Drive with this error: ${broken}`,
    criteriaHeading: 'What a reviewer judges',
    recipesHeading: 'Common signing mistakes',
    recipesExplanation:
      'When your Drive rejects a correct signature, we try common signing mistakes and tell you which one it matches.',
    wrongRecipesLabel: 'Wrong recipes',
    recipesColumns: {
      yourDrive: 'Your Drive …',
    },
  },
  contract: {
    explanation:
      'Drive Platform Contract v1: seven endpoints, one manifest, one signature. This page is generated from the code the host runs.',
    theSevenEndpointsTitle: 'The seven endpoints',
    endpointsColumns: {
      path: 'Path',
      method: 'Method',
      text: 'What it is',
      data: 'data',
    },
    noPublic: 'no, public',
    endpointsExplanation:
      'These are the default paths. A structured manifest can name others on its own origin. Public endpoints ignore signatures.',
    envelopeTitle: 'Envelope',
    aSuccess: 'A success',
    aFailure: 'A failure',
    envelopeExplanation: 'Every response has one of these two shapes. <link>Malformed requests and errors</link>',
    signingTitle: 'Verifying a signature, step by step',
    signingExplanation:
      'Use the path exactly as on the request line: not decoded, including the query and the install ID of an uninstall. Method, body and other headers are not signed. An example to verify your code:',
    signingFacts: {
      secret: 'Secret',
      signature: 'Signature',
    },
    verifiersLink: 'Verifiers to copy, and a form that signs',
    membersColumns: {
      name: 'Field',
      variant: 'Variant',
      type: 'Type',
    },
    v1XAddition: 'v1.x addition',
    installAndUninstallTitle: 'Install and uninstall',
    installExplanation:
      'The contract has two variants of the body. The host sends both at once; read either one. Respond with 200 and either variant.',
    requestHeading: 'Request',
    installRequest: 'Install request',
    installRequestVariant: (variant: string | number) => `Install request, variant ${variant}`,
    installAnswer: 'Install answer',
    installAnswerVariant: (variant: number) => `Install answer, variant ${variant}`,
    answerUninstallHeading: 'Answer to an uninstall',
    uninstallRule:
      'The uninstall request carries the scoped token as a bearer token. A response with revoked: true, 404 or 410 completes it. After any other response, or none, the host retries for 30 days. It then calls metrics with the old token, and your Drive must respond with 401, 403, 404 or 410. A token that still works is a finding against your listing.',
    uninstallAnswer: 'Uninstall answer',
    uninstallAnswerExample: 'Uninstall answer, example',
    configUpdateHeading: 'Changed settings (optional)',
    configUpdateExplanation:
      'A v1.x addition. If you list {endpoint} in the manifest, the host sends a signed POST request there, with the scoped token as a bearer token, when an operator changes settings or accepts another version. It retries the newest version with increasing delays until you respond with 200 and {version}. Ignore a version that you already have, or an older one, and respond with the version that you have. Without this endpoint, you receive settings with the install request only.',
    configUpdate: 'Body of changed settings',
    configUpdateExample: 'Changed settings, example',
    configUpdateAnswer: 'Data of the answer, example',
    eventsAndKindsTitle: 'Events and kinds',
    eventsExplanation:
      'The events endpoint returns {eventsRow} with every row whose ts is greater than {since}, in Unix milliseconds. Without {since}, or if it is not a number, it returns all rows. Rows are append-only: repeating an id has no effect, and different data under the same id is a violation. A row belongs to the install that it names (install_id, otherwise tenant_id and venture_id, in the row or its payload). A row that names no install counts only if you respond per token. A row counts if its ts is between 24 hours before the install and 5 minutes from now. A kind has at most {maxKindLength} characters, written noun.verb or with underscores.',
    anEventRow: 'An event row',
    eventsTableLabel: 'Kinds of events',
    eventsColumns: {
      aliases: 'Also spelled',
    },
    host: 'host',
    permissionsColumns: {
      text: 'Shown to the operator',
    },
    limitsTitle: 'Limits',
    limitsTableLabel: (group: string) => `Limits: ${group}`,
    limitsColumns: {
      value: 'Limit',
      where: 'Note',
    },
    rateLimitsTitle: 'Rate limits',
    ratesExplanation:
      'Above a limit the response is 429 with {retryAfter} in seconds. The limits of the validator are the defaults of this release and can be configured.',
    ratesColumns: { limit: 'Limit' },
    versionsTitle: 'Contract versions',
    versionsExplanation:
      'We read a Drive by the version that its manifest declares in contract_version. A version is supported for at least six months after it is deprecated, alongside its successor.',
    migration:
      'While two versions are supported, one Drive can use both: existing installs keep the manifest that their operator accepted, with its endpoints, until they are upgraded. Give the endpoints of the new version their own paths.',
    end: 'We email authors whose live Drives declare a version that ends: 180, 30 and 7 days before, and when it ends. From then on, new manifests of that version are rejected. Existing installs keep running.',
    versionsColumns: {
      version: 'contract_version',
      released: 'Released',
      deprecated: 'Deprecated on',
      sunset: 'Supported until',
    },
    noEnd: 'No end announced',
    phases: {
      draft: 'Draft',
      current: 'Current',
      deprecated: 'Deprecated',
      sunset: 'Ended',
    },
  },
  docsPage: {
    quickstart: 'Quickstart',
    fields: 'Fields',
    hostApi: 'Host API',
    hostEvents: 'Host events',
    embedding: 'Inside the host',
    documentationLabel: 'Documentation',
    filterThisPageLabel: 'Filter this page',
    filterThisPageHelp: (found: number, all: number, what: string) => `${found} of ${all} ${what}`,
    explanation: 'No matches on this page. Try fewer words, or search all documentation above.',
    api: 'API',
  },
  docsSearch: {
    searchTheDocumentationLabel: 'Search the documentation',
    results: (count: number) => `${count} results`,
    resultsLabel: 'Results',
    moreAddWord: (more: number) => `, and ${more} more: add a word`,
    explanation: 'No results. Try fewer words, or a code such as C61.',
  },
  errors: {
    groupsOfErrorsLabel: 'Groups of errors',
    names: { errors: 'errors' },
    facts: {
      accepted: 'Accepted',
      routes: 'Routes',
    },
    exampleOf: (code: string) => `Example of ${code}`,
  },
  fields: {
    title: 'Fields of a manifest',
    explanation:
      'A manifest has one of two shapes: B, structured, or A, flat. Required members of an optional object are required only if the object is present. {star} stands for every element. Unknown members are ignored with a <link>note</link>.',
    names: { fields: 'fields' },
    jsonSchemaOfShape: (letter: string) => `JSON Schema of shape ${letter}`,
    columns: {
      fieldAndType: 'Field and type',
      meaningRuleExample: 'Meaning, rule and example',
      checksAndContract: 'Checks and contract',
    },
    typeAndPresence: (type: string, required: boolean) => `${type}, ${required ? 'required' : 'optional'}`,
    oneOf: 'One of',
    rule: (words: string) => `Rule: ${words}`,
    eachFits: 'Each fits',
    fits: 'Fits',
    default: 'Default',
  },
  quickstart: {
    introduction:
      'A Drive is your own product on your own server. It connects to the host through seven endpoints and one JSON manifest. Build a Drive that passes all checks, in one shell:',
    copy: (title: string) => `Copy: ${title}`,
    nextSteps: 'Then <validate>check its public address</validate> and <apply>apply to publish it</apply>.',
    ciHeading: 'In continuous integration',
    ciIntroduction: 'The same command runs in your builds, in any system that has Node:',
    moreTitle: 'More',
    more: [
      ['/docs/contract', '<link>Contract</link>: endpoints, envelope, install, events, limits on one page'],
      ['/docs/signing', '<link>Signing</link>: the rule, code, and a form that signs for you in this browser'],
      ['/docs/fields', '<link>Fields</link>: every field of a manifest, with rule and example'],
      ['/docs/checks', '<link>Checks</link>: everything we check, with cause and fix'],
      ['/docs/errors', '<link>Errors</link>: your responses, our responses, and manifest errors'],
      ['/docs/vectors', '<link>Test vectors</link>: cases to download, for any language'],
      ['/docs/api', '<link>API of the portal</link>: routes, bodies and errors'],
    ],
    processHeading: 'From the application to the catalogue',
    applyStep: 'You apply. A reviewer decides on the application; you answer questions in its thread.',
    signStep: 'After approval, you sign the agreement and get your secret, which is shown once.',
    submitStep:
      'You submit your manifest URL. The checks run immediately; each failure comes with its fix. As part of them we install your Drive for two probe tenants (conformance-probe-tenant and conformance-other-tenant), try its events, metrics and billing, and uninstall it again. A Drive that cannot be installed goes back to you; other failures of these installs are shown to you and to the reviewer.',
    reviewStep:
      'When the checks pass, a reviewer decides. Requested changes arrive together, and you respond or submit again. After approval, the Drive appears in the catalogue.',
    rejectedHeading: 'If you are rejected',
    reviewExplanation: (appealDays: number) =>
      `Every rejection includes a reason. An owner or developer can appeal a rejected application, a rejected submission or the removal of a Drive, once each, within ${appealDays} days, on the page that shows the decision. A person who was not involved makes the final decision.`,
    appealGranted:
      'If the appeal is granted, the application or submission goes back to review with a different reviewer, and a removed Drive returns to its previous status. Ended installs are not restored.',
    appealDismissed: (applyAgainDays: number) =>
      `If it is dismissed, the rejection is final. You can submit another manifest at any time, and apply again ${applyAgainDays} days after an application was rejected.`,
    appealWithdrawn: 'You can withdraw an open appeal. The rejection then becomes final and cannot be appealed again.',
    appealClosedBySubmission:
      'Submitting again while an appeal is open closes the appeal: the new submission is reviewed instead.',
  },
  signing: {
    whatIsSigned:
      'The host signs every request to metrics, events, billing, install and uninstall: HMAC-SHA256 over exactly {timestampPath}, with the query in the path, as 64 lower-case hex digits.',
    timestampRule:
      '{xPlatform} is Unix time in milliseconds. Up to 300000 ms of difference are accepted, in either direction.',
    noPrefix: '{xPlatform} has no prefix. Method, body and other headers are not signed.',
    whenToRefuse:
      'Respond with 401 if, in this order: a header is missing, the timestamp is out of range, the length differs, or the signature does not match.',
    heading: 'Two secrets during a rotation',
    rotationOverlap: 'For 24 hours after a rotation the host may still sign with the old secret.',
    copyThe: (what: string) => `Copy the ${what}`,
    copyTheCommand: 'Copy the command',
    commandLabel: 'The same as a command',
    node: 'Node',
    verifiersTitle: 'Verify in your language',
    languageLabel: 'Language',
    verifiersExplanation:
      'Tested with <vectors>the same vectors</vectors> as our own verifier. <checks>What we check in signatures</checks>',
    pathError: 'Enter the path as on the request line. It starts with "/" and has no spaces; escape them as %20.',
    timestampError: 'Enter the time in milliseconds since 1970, or leave the field empty for the current time.',
    signForMeHeading: 'Sign this for me',
    signForMeExplanation: 'This runs in your browser. Nothing you enter is sent or stored.',
    secretHelp: 'The value of PLATFORM_AGENT_SECRET',
    pathWithQueryLabel: 'Path with query',
    timestampInMillisecondsLabel: 'Timestamp in milliseconds',
    timestampInMillisecondsHelp: 'Leave empty for the current time',
    whyNot: { enterSecretFirst: 'Enter the secret first.' },
    sign: 'Sign',
    names: {
      timestamp: 'timestamp',
      signature: 'signature',
    },
  },
  vectors: {
    introduction:
      'Plain JSON for any language. Our own tests run every case, so these files match the host. For each case, call your code with its inputs and compare the result.',
    secretsAndPaths: 'Secrets and paths are text. Hash their UTF-8 bytes and decode nothing.',
    patchMember:
      '{patch} is JSON Patch (RFC 6902) with add, replace and remove, applied to the good manifest that {base} names.',
    expectMember: 'Compare only the members given in {expect}. Order does not matter, and codes never change.',
    whereToStart: 'For a Drive, start with signing.json.',
    programRunsTitle: 'A program that runs them',
    howToRun: 'It needs only Python’s standard library. Put {file} in the same folder as the files and run {python3}.',
    download: (file: string) => `Download ${file}`,
    facts: { size: 'Size' },
    bytes: (bytes: string) => `${bytes} bytes`,
    heading: 'The first case',
    firstCase: (file: string) => `The first case of ${file}`,
  },
} as const;
