/** What finance narrows a list by; everything that is given must fit. */
export interface Narrowing {
  /** YYYY-MM of UTC in which it happened. */
  readonly month?: string;
  /** Such as usd. */
  readonly currency?: string;
  readonly state?: string;
  /** A part of the tenant's name or of the invoice's number, in any case. */
  readonly q?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** Conditions over parameters 1 to 4; the invoice is `i`. A month is a range of `at`, so that its index is used. */
export const narrowed = (columns: { at: string; currency: string; state: string }): string =>
  `${columns.at} >= coalesce(($1::text || '-01')::timestamp at time zone 'UTC', '-infinity')
   and ${columns.at} < coalesce((($1::text || '-01')::timestamp + interval '1 month') at time zone 'UTC', 'infinity')
   and ($2::text is null or ${columns.currency} = $2) and ($3::text is null or ${columns.state} = $3)
   and ($4::text is null or strpos(lower(i.tenant_name || ' ' || i.number), lower($4)) > 0)`;

export const narrowing = ({ month, currency, state, q }: Narrowing): (string | null)[] => [
  month ?? null,
  currency ?? null,
  state ?? null,
  q ?? null,
];
