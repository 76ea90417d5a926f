/** Interface texts of authors: agreements. */
export const texts = {
  agreement: {
    noneYet:
      'No agreement is published yet. An admin of this portal publishes it; until then you can apply, but not sign, get secrets or submit Drives.',
    toSign: 'To sign',
    andMustBeSignedBy: (date: string) => ` and must be signed by ${date}`,
    notice:
      'Version {version} takes effect on {date}{deadline}. You can read and sign it now. Installs and payouts continue in any case. <link>Read version {version}</link>',
    signedCopyPdf: 'Signed copy (PDF)',
    signedCopyJson: 'Signed copy (JSON)',
    notSignedByOrganisation: 'Your organisation did not sign this version, and it can no longer be signed.',
    signVersionInForceFirst: 'Sign the version in force first.',
    fullTextAgreementLabel: 'Full text of the agreement',
    signatureTitle: 'Signature',
    signTitle: 'Sign',
    versionFacts: {
      inForceFrom: 'In force from',
      superseded: 'Superseded',
      signedBy: 'Signed by',
      browser: 'Browser',
    },
    byVersion: (date: string, supersededBy: string | null) => `${date}, by version ${supersededBy}`,
    toastSignedTakes: (date: string) => `Signed. It takes effect on ${date}.`,
    toastSignedNow: 'Signed. You can now get your signing secret.',
    maySign: 'I am authorised to sign for the company',
    yourFullNameLabel: 'Your full name',
    whyNot: {
      maySignMissing: 'Confirm that you are authorised to sign for the company.',
      nameMissing: 'Enter your full name.',
    },
    signVersion: (version: string) => `Sign version ${version}`,
    versionsTitle: 'All versions',
    versionsTableLabel: 'Versions of the agreement',
    versionsColumns: {
      by: 'Superseded by',
    },
    signedBy: '{time} by {signedName}',
  },
  agreements: {
    tableLabel: 'Texts of the agreement',
    columns: {
      from: 'From (UTC)',
      until: 'Sign by (UTC)',
      unsigned: 'Not signed',
    },
    inForce: 'In force',
    empty: 'No version yet.',
    noneInForce:
      'No agreement is in force. Companies can apply, but nobody can sign, so no secret is issued and nothing is listed until you publish one.',
    useTemplate: 'Start from the template',
    templateHelp: 'A template, not legal advice. Have it checked; what it leaves blank is asked for below the text.',
    noDeadline: 'No deadline',
    newAgreementToast: (version: string) => `Version ${version} is published.`,
    newAgreementTitle: 'Publish a new version',
    versionHelp: 'For example 2027-01.',
    takesEffectLabel: 'Takes effect',
    takesEffectHelp: 'Start of the day, UTC. Empty: at once.',
    signByLabel: 'Sign by',
    signByHelp:
      'At least 14 days later. After that, new submissions and secrets require the signature. Installs and payouts do not.',
    summaryLabel: 'Summary',
    summaryHelp: 'Shown to authors first. One sentence per clause, each on its own line.',
    textLabel: 'Text',
    textHelp: 'The full text. It cannot be changed later.',
    newAgreementNotice:
      'It cannot be changed or withdrawn, and all authors are notified by email. Click again to publish.',
    publish: 'Publish',
  },
  clauseDifferences: {
    paragraph: 'Paragraph',
    numberWas: (is: string, was: string) => `${is} (was ${was})`,
    heading: (against: string) => `What changed since version ${against}`,
    noClauseChanged: 'No clause changed.',
    changedClausesLabel: 'Changed clauses',
  },
  signatures: {
    title: 'Agreement signatures',
    authorNameSignedLabel: 'Author or name signed',
    empty: 'No signatures. They appear when approved authors sign the agreement.',
    columns: {
      name: 'Signed as',
      by: 'Signed by',
    },
    names: {
      account: 'account',
    },
  },
} as const;
