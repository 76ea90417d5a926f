import { plural } from '../../text/plural.js';

/** Interface texts of the shared components for drives. */
export const texts = {
  addressFacts: {
    documentation: 'Documentation',
  },
  changeList: {
    noChanges: 'No changes.',
    changesLabel: 'Changes',
    technicalDetails: 'Technical details',
  },
  checkEvidence: {
    copyPermissions: 'Copy the proposed permissions',
    copyCommand: (id: string) => `Copy the command for ${id}`,
    line: (line: number) => `line ${line}`,
    where: 'Where',
    sent: 'We sent',
    rule: 'Rule',
    commandLabel: (id: string) => `Command that shows ${id} again`,
  },
  checkList: {
    groupTitles: {
      hmac: 'Signatures',
      lifecycle: 'Install life cycle',
    },
    notRun: {
      nothing_to_check: 'The Drive has nothing of this kind.',
      never_signed: 'The portal signs no call with such a time. The command line checks it.',
      not_reached: 'An earlier step did not get that far.',
      not_in_this_run: 'This run could not: it had no key, no tenant, or was to do less.',
    },
    cleared: (at: string, until: string) => `Cleared on ${at}, until ${until}.`,
    clearedBy: (by: string, note: string) => ` ${by}: ${note}`,
    toggleChecks: (open: boolean, count: number) =>
      `${open ? 'Hide' : 'Show'} ${count} ${plural(count, 'check', 'checks')}`,
    toggleFindings: (open: boolean, count: number) =>
      `${open ? 'Hide' : 'Show'} ${count} ${plural(count, 'finding', 'findings')}`,
  },
  claims: {
    observed: 'Observed',
    notObserved: 'Not observed',
    columns: {
      name: 'Capability',
      actual: 'Actual',
      by: 'Calls',
      way: 'Direction',
      seen: 'Seen',
      bad: 'Quarantined',
    },
    eventsTitle: 'Events',
    empty: 'Declares no events, and none were observed.',
    notDeclared: 'Not declared',
    noInstalls: 'no installs',
    checked: 'Checks {checks} at {time},',
    run: (seq: number) => `run ${seq}`,
    call: (check: string) => `Call of ${check}`,
    asked: '{endpoint}, {sent}. Answer: {received}',
    live: ({ installs, failing }: { installs: number; failing: number }) =>
      `${installs} running ${plural(installs, 'install', 'installs')}, ${failing} failing; last good call {time}`,
  },
  conformanceHistory: {
    shownTitle: 'Conformance',
    names: {
      conformanceHistory: 'the conformance history',
      digestManifest: 'digest of the manifest',
      digestRunName: 'digest of the run before',
    },
    runListColumns: {
      seq: 'Run',
      ok: 'Result',
      failed: 'Failed checks',
      previous: 'Bound to',
    },
    passedButFailed: (failed: number) =>
      `Passed, ${failed} failed ${plural(failed, 'check', 'checks')} for the reviewer`,
    theFirst: 'the first',
    summaryNotice: 'Regression: it last passed {time} and fails now.',
    summaryFacts: {
      lastVerified: 'Last verified',
      allRuns: 'All runs',
      newestRun: 'Newest run',
    },
    chainIntact: 'chain intact',
    chainBroken: 'chain broken',
  },
  driveAsOf: {
    heading: 'As of',
    timeUtcLabel: 'Time (UTC)',
    names: { driveTime: 'the Drive at that time' },
    claimsAboutRegulatedData: 'Claims about regulated data',
    frameworks: 'Frameworks',
    classesOfData: 'Classes of data',
    residency: 'Residency',
    businessAssociateAgreement: 'Business-associate agreement',
    needed: 'needed',
    notNeeded: 'not needed',
    subprocessors: 'Subprocessors',
    atVersionLiveSince: 'At {date}: version {version}, live since {liveSince}. {listingStatus}',
    mightTitle: 'What it could do',
    priceAndClaimsTitle: 'Price and claims',
    viewFacts: {
      sends: 'Sends',
      receives: 'Receives',
    },
  },
  endsNotice: {
    installableUntil: (installable: string) => `It can be installed until ${installable}. `,
    notice: 'This plugin will be retired. {installable}{what} on {end}.{reason}',
  },
  jsonDiff: {
    unchangedLines: (gap: number) => `${gap} unchanged lines`,
    noDifferences: 'No differences.',
    differencesAsJsonLabel: 'Differences as JSON',
  },
  listingCard: {
    operatorPreview: 'Operator preview',
    previewBefore: 'Before this version',
    installs: (installs: number) => `${installs} ${plural(installs, 'install', 'installs')}`,
    failing: 'Some checks fail today',
  },
  verified: {
    mark: 'Verified',
    facts: (origin: string, at: string, domain: string) =>
      `${origin} answered calls signed with its own key on ${at}, and is at ${domain}, the website with which its author applied.`,
  },
  listingContent: {
    links: { support: 'Support', documentation: 'Documentation', privacy: 'Privacy', source: 'Source code' },
  },
  listingStatus: { sinceBy: '{badge} since {time}, by {by}{reason}' },
  permissionList: {
    levels: { low: 'Low', moderate: 'Moderate', sensitive: 'Sensitive', regulated: 'Regulated' },
    means: (data: string, without: string) => `Data: ${data}. Without it: ${without}`,
  },
  price: {
    free: 'Free',
    asAgreedWithYou: 'As agreed with you',
    noPriceYet: 'No price yet',
    noPriceInYet: (currency: string) => `No price in ${currency} yet`,
    chargedAtEndOfMonth: 'At the end of each UTC month, prorated to the second',
    never: 'Never',
    trialUsed: 'None: already used for this plugin',
    freeDaysThen: (trialDays: number, pluginPriceText: string) =>
      `${trialDays} ${plural(trialDays, 'day', 'days')} free, then ${pluginPriceText}`,
    changes: (before: string, after: string) => `The price changes from ${before} to ${after}.`,
    perMonth: (amount: string, plan?: string | null) => `${amount} / month${plan ? `, plan ${plan}` : ''}`,
  },
  reviewStatistics: {
    titles: {
      submission: 'Drives and versions',
      application: 'Applications',
    },
    underFive: 'under 5',
    names: { statistics: 'the statistics' },
    reviewTarget: (dueHours: number) =>
      `The review target is ${dueHours} hours. Times run from the moment a case is ready for review to the first decision. Numbers below five are not shown.`,
    empty: 'Fewer than five appeals were decided in the last twelve months.',
    appealsDecided:
      'In the last twelve months at least {decided} appeals against rejections and removals were decided, half of them within {duration}. Granted: {granted}.',
    monthsEmpty: 'No month with at least five decided cases yet.',
    monthsColumns: {
      median: 'Half decided within',
      p90: 'Nine of ten within',
      cases: 'Cases, at least',
      approved: 'Approved',
      changes: 'Changes requested',
      rejected: 'Rejected',
    },
    timesOfMonth: (month: string, duration: string, duration2: string) =>
      `In ${month} half of all submissions were decided within ${duration}, nine of ten within ${duration2}.`,
    reviewTimesReviewTarget: (dueHours: number) => `Review target: ${dueHours} hours after the checks passed.`,
  },
  versionChanges: {
    why: {
      live: ', live now',
      replaced: ', which it replaced',
      liveThen: ', live when it was checked',
    },
    anOlderVersion: 'an older version',
    heading: 'Changes of a version',
    comparedWithLabel: 'Compared with',
    options: { any: 'Its predecessor' },
    against: (versionName: string, versionName2: string, why: string) => `${versionName} against ${versionName2}${why}`,
    explanation: (versionName: string) =>
      `${versionName} is the first version, so there is nothing to compare it with.`,
  },
} as const;
