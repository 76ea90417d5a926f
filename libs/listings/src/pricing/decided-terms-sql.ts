/**
 * SQL of the decision of finance for a Drive at an instant: who bills, or which plan the host sells; null where nothing
 * was.
 * @param drive SQL of the Drive's id
 * @param at SQL of the instant
 */
export function decided(kind: 'billing_model' | 'host_plan', drive: string, at: string): string {
  return `(select c.${kind === 'host_plan' ? 'plan' : 'model'} from listings.commercial_changes c where c.drive_id = ${drive} and c.kind = '${kind}'
    and c.effective_from <= ${at} order by c.effective_from desc limit 1)`;
}
