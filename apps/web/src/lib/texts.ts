/** Interface texts of formatted values. */
export const texts = {
  format: {
    inUtc: (time: string) => `${time} UTC`,
    since: (date: string) => `since ${date}`,
    forDuration: (duration: string) => `for ${duration}`,
    forLessThanAMinute: 'for less than a minute',
    inDuration: (duration: string) => `in ${duration}`,
    inAMoment: 'in a moment',
    justNow: 'just now',
    ago: (duration: string) => `${duration} ago`,
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count} d`,
  },
} as const;
