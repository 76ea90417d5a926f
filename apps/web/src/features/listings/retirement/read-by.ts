/** Who reads the reason of what staff does to a live Drive: the mails and the Drive's own page carry it. */
export const READ_BY = {
  state: 'Sent to the author by email and shown on the Drive’s page.',
  keep: 'Shown to the author on the Drive’s page.',
  withdraw: 'Sent to the author by email.',
} as const;
