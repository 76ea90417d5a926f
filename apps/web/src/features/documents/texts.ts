/** Interface texts of the documents that the host publishes. */
export const texts = {
  titles: {
    terms: 'Terms',
    privacy: 'Privacy',
    contact: 'Help and contact',
    agreement: 'Developer agreement',
  },
  notPublished: {
    terms: 'The operator of this portal has not published its terms yet.',
    privacy: 'The operator of this portal has not published its privacy notice yet.',
    contact: 'The operator of this portal has not published how to reach it yet.',
    agreement:
      'The operator of this portal has not published a developer agreement yet. You can apply; signing, signing secrets and listings wait for it.',
  },
  notLoaded: 'The document could not be loaded. Reload the page.',
  version: (version: string, date: string) => `Version ${version}, in force from ${date}`,
  admin: {
    explanation: 'What you publish here is public at once and cannot be changed later; each publication is a version.',
    kindLabel: 'Document',
    textLabel: 'Text',
    textHelp: 'Markdown. Links to https and mail addresses only; no HTML, no pictures.',
    previewTitle: 'Preview',
    publish: (title: string, version: number) => `Publish ${title}, version ${version}`,
    toast: (title: string, version: number) => `${title}, version ${version}, is published.`,
    historyTitle: 'Published versions',
    empty: 'Nothing is published yet. Visitors read a sentence that says so.',
    entry: (title: string, version: number, date: string, name: string) =>
      `${title}, version ${version}, published ${date} by ${name}`,
  },
} as const;
