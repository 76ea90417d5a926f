/** Interface texts of the shared components for layout. */
export const texts = {
  timeline: {
    stepsLabel: 'Steps',
    done: ' (done)',
  },
} as const;
