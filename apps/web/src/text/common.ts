/** Interface texts that mean the same everywhere. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  all: 'All',
  any: 'Any',
} as const;
