import { Injectable, type OnModuleInit } from '@nestjs/common';
import { capabilitiesOf, hasRole, type Actor } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { SearchSources, typedId, type Found } from '@portal/platform/http';

const STATEMENTS = `from statements.statements s join authors.organizations o on o.id = s.org_id where (s.id = $1 or s.payout_id = $1)`;

/**
 * Finds statements by their id or that of their payout: all for finance, otherwise those of authors whose money the
 * user may see.
 */
@Injectable()
export class SearchStatements implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    this.sources.register(async (actor, text) => {
      const id = typedId(text);
      if (id === null) return [];
      if (hasRole(actor, 'finance'))
        return bypassRowSecurity(() =>
          this.find(`select 'statement' as kind, s.id, s.month as name, o.name as note ${STATEMENTS}`, [id]),
        );
      return this.find(
        `select 'own_statement' as kind, s.id, s.month as name, o.name as note ${STATEMENTS} and s.org_id = any($2::uuid[])`,
        [id, whoseMoney(actor)],
      );
    });
  }

  private find(sql: string, params: unknown[]): Promise<Found[]> {
    return this.database.query<Found>(sql, params);
  }
}

/** Organisations whose money the user may see. */
function whoseMoney({ roles }: Actor): string[] {
  return roles.flatMap(({ role, scopeId, member }) =>
    role === 'author' && scopeId !== null && capabilitiesOf(member ?? 'read_only').includes('see_money')
      ? [scopeId]
      : [],
  );
}
