/** Interface texts of listings: what authors write beside the manifest. */
export const texts = {
  editor: {
    title: (name: string) => `Listing of ${name}`,
    explanation: 'Tell people what your Drive is for. Nothing of this is public before a reviewer has approved it.',
    live: 'What was approved last is live. Your changes replace it once a reviewer has approved them.',
    inReview: 'This version waits for a reviewer. To change it, take it back.',
    takeBack: 'Take back',
    changesRequested: (reason: string) => `The reviewer asks for changes: ${reason}`,
    description: 'Description',
    descriptionHelp: 'Markdown: headings, lists, bold, links to https addresses. No HTML and no pictures.',
    links: {
      support: 'Support (optional)',
      documentation: 'Documentation (optional)',
      privacy: 'Privacy (optional)',
      source: 'Source code (optional)',
    },
    https: 'https://',
    preview: 'Preview',
    save: 'Save draft',
    saved: 'Draft saved. Nobody else sees it yet.',
    submit: 'Submit for review',
    submitted: 'Submitted. You are notified of the decision.',
    discard: 'Discard draft',
    discardEffect: 'The draft is given up. What is live stays as it is.',
    open: 'Edit listing',
  },
  verification: {
    no: 'Not verified. The page of this Drive has no mark.',
    notLive: 'The mark is decided by what is live, and nothing is live yet.',
    noAnswer: (origin: string) =>
      `${origin} has not answered our last calls signed with the key of this Drive. The next check decides again.`,
    otherDomain: (origin: string, website: string) =>
      `${origin} is not at the host of your website, ${website}, or at one below it.`,
  },
  embed: {
    title: 'Embed',
    pictures: (slug: string) => [
      {
        file: 'badge.svg',
        title: 'Status badge',
        explanation: 'Shows how reliably your health endpoint responded in the last 28 days.',
        alt: `Status of ${slug}`,
      },
      {
        file: 'card.svg',
        title: 'Card',
        explanation: 'Shows the name, author, price and checks of the live version.',
        alt: `${slug} in the catalogue`,
      },
    ],
    code: (page: string, src: string, alt: string) => ({
      Markdown: `[![${alt}](${src})](${page})`,
      HTML: `<a href="${page}"><img src="${src}" alt="${alt}"></a>`,
    }),
    copy: (title: string, format: string) => `Copy ${title.toLowerCase()} as ${format}`,
  },
  pictures: {
    legend: 'Screenshots (at most five)',
    alt: (number: number) => `What screenshot ${number} shows`,
    earlier: 'Move up',
    add: 'Add a screenshot (PNG, JPEG or WebP, at most 2 MiB)',
  },
  notes: {
    legend: 'What is new',
    explanation: 'Operators read it when they are asked to upgrade. Notes of a version stay as they were approved.',
    notes: 'Notes',
    add: 'Add notes of a version',
  },
  review: {
    tab: 'Listings',
    empty: 'No listing waits for a decision.',
    live: 'Live now',
    decisions: { approved: 'Approve', changes_requested: 'Request changes' },
    effects: {
      approved: 'It becomes public at once, on the page of the Drive.',
      changes_requested: 'The author changes it and submits it again. What is live stays.',
    },
    toast: { approved: 'Approved. It is live.', changes_requested: 'Sent to the author.' },
  },
} as const;
