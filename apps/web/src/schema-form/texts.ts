/** Interface texts of the form of a plugin's settings. */
export const texts = {
  keptSecret: 'Saved. Leave empty to keep it.',
  hiddenSecret: '••••••••',
  tooManyDigits: 'This number has too many digits to be kept exactly.',
} as const;
