/** Interface texts of calls that had no answer. */
export const texts = {
  errors: {
    noAnswer: 'The portal is not responding. Check your connection. Nothing you typed is lost.',
    unexplainedStatus: (status: number) =>
      `The portal responded with status ${status} and no explanation. Try again in a moment.`,
  },
  client: { unknownForm: 'The portal sent a response that this page does not understand. Reload the page.' },
} as const;
