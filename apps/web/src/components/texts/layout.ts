/** Interface texts of the shared components for layout. */
export const texts = {
  page: {
    drivePortal: (title: string) => `${title} · Drive Portal`,
  },
  timeline: {
    stepsLabel: 'Steps',
    done: ' (done)',
  },
} as const;
