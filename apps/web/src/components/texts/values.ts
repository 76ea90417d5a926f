/** Interface texts of the shared components for values. */
export const texts = {
  acceptBoth: {
    explanation:
      'Store the new secret as {secretVariable} and the old one as {previousVariable}, and accept requests signed with either of them. Remove the old variable when the old secret has expired.',
  },
  copy: {
    copiedLabel: 'Copied',
    copy: (what: string, shortenId: string) => `Copy ${what} ${shortenId}`,
    id: 'id',
  },
  plot: {
    empty: 'No data for this period.',
    role: 'plot',
    keys: 'The left and right arrow keys read one point after the other, Home and End the first and the last.',
    heads: { time: 'Time (UTC)', day: 'Day (UTC)', month: 'Month', category: 'Name' },
  },
} as const;
