/** The notices before and at the end of a contract version, most urgent first, with the days before. */
export const SUNSET_NOTICES = [
  { kind: 'ended', days: 0 },
  { kind: '7_days', days: 7 },
  { kind: '30_days', days: 30 },
  { kind: '180_days', days: 180 },
] as const;
export type SunsetNotice = (typeof SUNSET_NOTICES)[number]['kind'];
