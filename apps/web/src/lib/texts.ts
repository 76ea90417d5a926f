/** Interface texts of formatted values. */
export const texts = {
  format: {
    inUtc: (format: string) => `${format} UTC`,
    lessMinute: 'for less than a minute',
    inAMoment: 'in a moment',
    justNow: 'just now',
    ago: (size: string) => `${size} ago`,
    minutes: (ms: number) => `${ms} min`,
    milliseconds: (ms: number) => `${ms} ms`,
    minutesOnly: (minutes: number) => `${minutes} min`,
  },
} as const;
