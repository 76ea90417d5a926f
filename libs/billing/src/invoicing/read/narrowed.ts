import type { AdjustmentSource } from '../../adjustments/adjustments.repository.js';

/** What finance narrows a list by; everything that is given must fit. */
export interface Narrowing {
  /** YYYY-MM of UTC in which it happened. */
  readonly month?: string;
  /** Such as usd. */
  readonly currency?: string;
  readonly state?: string;
  /** A part of the tenant's name or of the invoice's number, in any case. */
  readonly q?: string;
  /** A part of an author's name, or of the short name of one of their Drives, in any case. */
  readonly author?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** Ids of the authors that parameter 5 fits; found once per statement, whatever it is compared with. */
const AUTHORS = `array(select o.id from authors.organizations o where strpos(lower(o.name), lower($5)) > 0
  or exists (select from authors.drive_reservations d where d.org_id = o.id and strpos(lower(d.slug), lower($5)) > 0))`;

/** The invoice `i` has a line of such an author; `and` says which of its lines `l` count. */
export const billedFor = (and = 'true'): string =>
  `exists (select from billing.invoice_lines l where l.invoice_id = i.id and l.month = i.month and l.org_id = any(${AUTHORS}) and ${and})`;

/** Something of these sources with the id `column` took from a line of such an author, or gave back to it. */
export const takenFrom = (column: string, ...sources: AdjustmentSource[]): string =>
  `${column} in (select a.source_id from billing.line_adjustments a
     where a.source_type in (${sources.map((source) => `'${source}'`).join(', ')}) and a.org_id = any(${AUTHORS}))`;

/**
 * Conditions over parameters 1 to 5; the invoice is `i`. A month is a range of `at`, so that its index is used. `concerns`
 * says when a row concerns the authors that were named.
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
