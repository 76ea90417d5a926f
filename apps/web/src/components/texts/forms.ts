/** Interface texts of the shared components for forms. */
export const texts = {
  countryField: { notInList: 'Choose a country from the list.' },
  directorySearch: {
    driveOf: (slug: string, author: string) => `Drive ${slug} of ${author}`,
  },
  editError: {
    lastChangedBy: 'Last changed by {by} {time}.',
    explanation:
      'Your changes are kept here. Save again to overwrite the current version, or discard them and load the current version.',
    loadCurrentVersion: 'Load the current version',
  },
  findOne: {
    ofTenant: (tenant: string) => `of ${tenant}`,
  },
  passwordField: { showHide: 'Show or hide the password' },
  reasonDialog: {
    startTemplateOptionalLabel: 'Start from a template (optional)',
    options: { any: 'No template' },
    inYourWordsHelp: (readBy: string, minReason: number, optional: boolean) =>
      `${readBy} At least ${minReason} characters${optional ? ', or nothing' : ''}.`,
    inYourWordsError: (minReason: number) => `Write at least ${minReason} characters.`,
  },
  secretReveal: {
    yourNewSigningSecret: 'Your new signing secret',
    defaultPlace: 'Store it where your Drive reads its settings.',
    warning: (place: string) => `This is the only time it is shown. ${place}`,
    copyTheSecret: 'Copy the secret',
    hide: 'Hide',
    downloadEnvLine: 'Download as .env line',
    explanation: 'Trying it with the reference Drive? <link>Paste it into its console</link>.',
  },
} as const;
