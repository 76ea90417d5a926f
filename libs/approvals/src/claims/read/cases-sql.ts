import type { Tx } from '@portal/platform/database';

export interface OpenCase {
  id: string;
  kind: 'submission' | 'application' | 'appeal' | 'concern';
  orgId: string;
}

/** A case that waits for reviewers, locked; undefined: there is none. */
export async function openCase(tx: Tx, id: string): Promise<OpenCase | undefined> {
  const [row] = await tx.query<OpenCase & Record<string, unknown>>(
    'select id, kind, org_id as "orgId" from approvals.open_case($1)',
    [id],
  );
  return row;
}

/** The next case of a queue, locked: of which, for whom, only of a kind, without those. */
export async function nextCase(tx: Tx, asked: readonly unknown[]): Promise<string | null> {
  const [row] = await tx.query<{ id: string | null }>('select approvals.next_case($1, $2, $3, $4) as id', [...asked]);
  return row!.id;
}

const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: who has the case `id` now, as `CaseHoldView` for the person `reader`; null: nobody. */
export const heldBy = (id: string, reader: string): string =>
  `(select jsonb_build_object('holder', h.holder_name, 'yours', h.holder_id = ${reader}, 'since', ${utc('h.held_since')}, 'until', ${utc('h.held_until')})
    from approvals.claims h where h.subject_id = ${id} and h.held_until > (select platform.portal_now()))`;

/** SQL: whether a case is the reader's, that of others or free, as `wish` says; `hold` is what `heldBy` gave. */
export const heldAs = (hold: string, wish: string): string =>
  `case ${wish} when 'mine' then (${hold}->>'yours')::boolean when 'others' then not (${hold}->>'yours')::boolean when 'free' then ${hold} is null else true end`;
