/** So long a tenant may object to a change of subprocessors, days. */
const OBJECTION_DAYS = 30;

/** The end of the period for objections to a notice of that time (exclusive). */
export const objectUntil = (noticedAt: Date): Date => new Date(noticedAt.getTime() + OBJECTION_DAYS * 86_400_000);
