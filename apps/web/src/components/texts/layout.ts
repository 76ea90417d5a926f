/** Interface texts of the shared components for layout. */
export const texts = {
  home: {
    open: 'Open',
    openNamed: (what: string) => `Open: ${what}`,
    happened: 'What happened',
    nothingHappened: 'Nothing yet. What we tell you by email is listed here too.',
  },
  timeline: {
    stepsLabel: 'Steps',
    done: ' (done)',
  },
} as const;
