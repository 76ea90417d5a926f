/** Interface texts of calls that had no answer. */
export const texts = {
  errors: {
    noAnswer: 'The portal did not answer. Check the connection; nothing you typed is lost.',
    unexplainedStatus: (status: number) =>
      `The portal answered with status ${status} and no explanation. Try again in a moment.`,
  },
  client: {
    unknownForm: 'The portal answered in a form this page does not know. Reload it.',
  },
} as const;
