/** Interface texts of the frame of public pages. */
export const texts = {
  publicPagesLabel: 'Public pages',
  skipToContent: 'Skip to content',
  useLightColours: 'Use light colours',
  useDarkColours: 'Use dark colours',
  publish: 'Publish a Drive',
  openArea: (title: string) => `Open ${title}`,
  links: {
    sell: 'Sell',
    docs: 'Docs',
    terms: 'Terms',
    privacy: 'Privacy',
    help: 'Help',
    api: 'API',
  },
} as const;
