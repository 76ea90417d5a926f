import { plural } from '../../../text/plural.js';

/** Interface texts of listings: listing. */
export const texts = {
  adminDrive: { allDrives: 'All Drives' },
  driveNew: {
    allDrivesEnded: 'Your Drives have ended and can no longer go live.',
    noDriveReserved: 'No Drive is reserved for you yet. <link>See your application</link>.',
    manifestUrlHelp: 'The URL that returns your manifest in the envelope.',
    useReferenceDrive: 'Use the reference Drive',
    whyNot: { enterManifestUrl: 'Enter your manifest URL first.' },
    checkAndSubmit: 'Check and submit',
  },
  drive: {
    facts: {
      liveVersion: 'Live version',
      submittedVersion: 'Submitted version',
      lastCheck: 'Last check',
      lastSubmission: 'Last submission',
    },
    checksAndReview: 'Checks and review',
    whatHoldsIt: 'What holds it',
    firstHold: '{why} Rule: {rule}. Who acts: {party}. <link>Everything that holds it</link>.',
    explanation: 'Existing installs keep their version until the operator upgrades.',
    actionsToast: 'Reading the manifest. A new version appears below within seconds.',
  },
  driveCase: {
    title: (name: string) => `What holds ${name}`,
    nothing: 'Nothing waits.',
    place: (position: number, waiting: number) =>
      `Number ${position} of ${waiting}: the highest risk first, then the longest wait`,
    notKnown: 'Not known yet',
    facts: { usual: 'Usual time', appeal: 'Appeal until', party: 'Who acts', place: 'Where', rule: 'Rule' },
  },
  drives: {
    empty:
      'No Drives yet. A Drive is reserved when your application is approved; then submit its manifest URL. You can <link>check a manifest</link> at any time.',
  },
  reviewDrive: { allLiveDrives: 'All live Drives' },
  upgradeForecast: {
    theSubmittedVersion: 'the submitted version',
    heading: (version: string) => `If ${version} is published`,
    theLiveVersion: 'the live version',
    changesAgainst: (version: string) => `Its changes against ${version}, which is live.`,
    names: { forecast: 'the forecast' },
    versionNotIncreased: 'The version number does not increase, so installs are not prompted to upgrade.',
    noActiveInstalls: 'No active installs yet, so nothing needs to be upgraded.',
    summary: (alone: string, consent: string, blocked: string) =>
      `${alone} upgrade automatically, ${consent} need consent, ${blocked} blocked.`,
    tableLabel: 'Forecast',
    columns: {
      outcome: 'Outcome',
      why: 'Why',
    },
    acceptedByPolicy: 'The policy of the tenant accepts it.',
  },
  versionAdoption: {
    empty: 'No version published yet. Adoption of each version appears here.',
    tableLabel: 'Adoption per version',
    columns: {
      at: 'Published',
      waiting: 'Pending',
      declined: 'Declined',
    },
    theNewestVersion: 'The newest version',
    upgradedIn: (name: string, total: string, count: number) =>
      `${name}: ${total} upgraded in ${count} ${plural(count, 'day', 'days')}`,
    curveColumns: { upgraded: 'Upgraded', total: 'Upgraded until then' },
  },
  versionList: {
    empty: 'No versions yet. Each changed manifest becomes a version.',
    columns: {
      found: 'Found',
      published: 'Published',
      against: 'Compared with',
      installs: 'Installs on it',
    },
    first: 'first',
  },
} as const;
