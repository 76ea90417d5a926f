/** Interface texts that mean the same wherever they stand. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  all: 'All',
  any: 'Any',
} as const;
