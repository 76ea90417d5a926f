/** Interface texts of the shared components for values. */
export const texts = {
  acceptBoth: {
    explanation:
      'Store the new secret as {secretVariable} and the old one as {previousVariable}, and take a request that is signed with either of them. When the old one has ended, take its variable away.',
    copy: (file: string) => `Copy ${file}`,
  },
  copy: {
    copiedLabel: 'Copied',
    copy: (what: string, shortenId: string) => `Copy ${what} ${shortenId}`,
    id: 'id',
  },
  when: {
    never: 'never',
  },
} as const;
