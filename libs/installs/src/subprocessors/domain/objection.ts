/** So long a tenant may object to a change of subprocessors, days. */
const OBJECTION_DAYS = 30;

/** Until when an objection is taken to what is told then (half-open). */
export const objectUntil = (noticedAt: Date): Date => new Date(noticedAt.getTime() + OBJECTION_DAYS * 86_400_000);
