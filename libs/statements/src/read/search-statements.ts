import { capabilitiesOf, hasRole, type Actor } from '@portal/platform/access';
import { ownSearch, staffSearch } from '@portal/platform/http';

const statements = (kind: 'statement' | 'own_statement', whose: string): string =>
  `select '${kind}' as kind, s.id, s.month as name, o.name as note
   from statements.statements s join authors.organizations o on o.id = s.org_id
   where (s.id = $3 or s.payout_id = $3) and ${whose} and $1::text is not null limit $2`;

/**
 * Finds statements by their id or that of their payout: all for finance, otherwise those of authors whose money the
 * user may see.
 */
export const SEARCH_STATEMENTS = [
  staffSearch(['finance'], statements('statement', 'true')),
  ownSearch(
    (actor) => (hasRole(actor, 'finance') ? [] : whoseMoney(actor)),
    statements('own_statement', 's.org_id = any($4::uuid[])'),
  ),
];

/** Organisations whose money the user may see. */
function whoseMoney({ roles }: Actor): string[] {
  return roles.flatMap(({ role, scopeId, member }) =>
    role === 'author' && scopeId !== null && capabilitiesOf(member ?? 'read_only').includes('see_money')
      ? [scopeId]
      : [],
  );
}
