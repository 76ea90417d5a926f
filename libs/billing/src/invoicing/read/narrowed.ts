import type { AdjustmentSource } from '../../adjustments/adjustments.repository.js';
import type { NarrowedQuery } from '../http/lists.dto.js';

/** Filter of finance's lists; all given fields must match. */
export type Narrowing = NarrowedQuery & { state?: string };

/** Ids of the authors that match parameter 5; evaluated once per statement. */
const AUTHORS = `array(select o.id from authors.organizations o where strpos(lower(o.name), lower($5)) > 0
  or exists (select from authors.drive_reservations d where d.org_id = o.id and strpos(lower(d.slug), lower($5)) > 0))`;

/** The invoice `i` has a line of such an author; `and` is a further condition on its lines `l`. */
export const billedFor = (and = 'true'): string =>
  `exists (select from billing.invoice_lines l where l.invoice_id = i.id and l.month = i.month and l.org_id = any(${AUTHORS}) and ${and})`;

/** A reversal with the source id `column` took from, or returned to, a line of such an author. */
export const takenFrom = (column: string, ...sources: AdjustmentSource[]): string =>
  `${column} in (select a.source_id from billing.line_adjustments a
     where a.source_type in (${sources.map((source) => `'${source}'`).join(', ')}) and a.org_id = any(${AUTHORS}))`;

/**
 * Conditions over parameters 1 to 5; the invoice is `i`. A month is a range of `at`, so that its index can be used.
 * `concerns` is the condition for a row that concerns the given authors.
 */
export const narrowed = (columns: { at: string; currency: string; state: string; concerns: string }): string =>
  `${columns.at} >= coalesce(($1::text || '-01')::timestamp at time zone 'UTC', '-infinity')
   and ${columns.at} < coalesce((($1::text || '-01')::timestamp + interval '1 month') at time zone 'UTC', 'infinity')
   and ($2::text is null or ${columns.currency} = $2) and ($3::text is null or ${columns.state} = $3)
   and ($4::text is null or strpos(lower(i.tenant_name || ' ' || i.number), lower($4)) > 0)
   and ($5::text is null or ${columns.concerns})`;

export const narrowing = ({ month, currency, state, q, author }: Narrowing): (string | null)[] => [
  month ?? null,
  currency ?? null,
  state ?? null,
  q ?? null,
  author ?? null,
];
