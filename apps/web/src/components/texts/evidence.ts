import type { CardView } from '../../api/schema.js';
import { formatUtcDate } from '../../lib/format.js';
import { plural } from '../../text/plural.js';

type Figures = NonNullable<CardView['checks']>;

/** Interface texts of how we know what the page of a plugin says. */
export const texts = {
  ofTotal: (passed: number, total: number) => `${passed} of ${total}`,
  rest: ({ warned, failed, errored, observed, accepted, accepted_on: on, not_run: notRun, waiting }: Figures) =>
    [
      'checks passed',
      `${warned} warned`,
      `${failed} failed`,
      ...(errored ? [`${errored} errored`] : []),
      `${notRun} not run`,
      ...(observed ? [`${observed} only observed`] : []),
      ...(accepted && on ? [`${accepted} accepted on ${formatUtcDate(on)} by exception`] : []),
      ...(waiting ? [`${waiting} still to run`] : []),
    ].join(', '),
  submitted: 'Submitted',
  checked: 'Checked',
  tried: 'Installed on two test tenants',
  reviewed: 'Read and approved by a person',
  reviewedFor: 'Permissions, claims and words',
  accepted: (id: string) => `Failure of ${id}, accepted by two people until`,
  acceptedUntil: (date: string) => `evidence accepted until ${date}`,
  stated: 'stated by the author',
  days: 'Checked again every day',
  dayText: (day: string, share: string | null) => `${day}: ${share ?? 'no record'}`,
  daysText: (runs: number, failed: number) => `28 days: ${runs} ${plural(runs, 'run', 'runs')}, ${failed} failed`,
} as const;
