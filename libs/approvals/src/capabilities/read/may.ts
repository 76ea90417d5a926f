import { AppError, type Capabilities, utcMinute } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { approvalErrors } from '../../errors.js';

type Queryable = Pick<Tx, 'query'>;
type Named<C extends string> = Pick<Capabilities<string, C>, 'thing' | 'words'>;

/** SQL: whether a capability of the thing with that id, an SQL expression, is switched off now. */
export const switchedOff = (thing: string, capability: string, id: string): string =>
  `exists (select from approvals.capability_switches w where w.thing_id = ${id} and w.thing = '${thing}'
    and w.capability = '${capability}' and w.ended_at is null and w.until > (select platform.portal_now()))`;

/** SQL: until when it is switched off, and why; null while it is not. */
export const offOf = (thing: string, capability: string, id: string): string =>
  `(select jsonb_build_object('until', w.until, 'reason', w.reason) from approvals.capability_switches w where w.thing_id = ${id}
    and w.thing = '${thing}' and w.capability = '${capability}' and w.ended_at is null and w.until > (select platform.portal_now()) order by w.until desc limit 1)`;

/** The refusal `capability_off` (403) while two people have switched it off, whatever the state. */
export async function whyOff<C extends string>(
  q: Queryable,
  { thing, words }: Named<C>,
  id: string,
  capability: C,
): Promise<AppError | undefined> {
  const [off] = await q.query<{ until: Date; reason: string }>(
    `select until, reason from approvals.capability_switches where thing = $1 and thing_id = $2 and capability = $3
       and ended_at is null and until > (select platform.portal_now()) order by until desc limit 1`,
    [thing, id, capability],
  );
  return off && new AppError(approvalErrors.capability_off, { message: offMessage(words[capability], off) });
}

/**
 * Why the thing may not do it now; undefined when it may. Checks its state first, then the switches. Every use case
 * asks here, or uses `switchedOff` for sets.
 */
export async function whyNot<S extends string, C extends string>(
  q: Queryable,
  table: Capabilities<S, C>,
  { id, state }: { readonly id: string; readonly state: S },
  capability: C,
): Promise<AppError | undefined> {
  return table.refusal(state, capability) ?? whyOff(q, table, id, capability);
}

/** @throws AppError as `whyNot` */
export async function assertMay<S extends string, C extends string>(
  q: Queryable,
  table: Capabilities<S, C>,
  thing: { readonly id: string; readonly state: S },
  capability: C,
): Promise<void> {
  const refused = await whyNot(q, table, thing, capability);
  if (refused) throw refused;
}

/** `It may not be installed until 1 Jan 2027, 00:00 UTC. The platform switched this off: <reason>` */
export function offMessage(words: string, { until, reason }: { until: Date | string; reason: string }): string {
  return `It may not ${words} until ${utcMinute(until)}. The platform switched this off: ${reason}`;
}
