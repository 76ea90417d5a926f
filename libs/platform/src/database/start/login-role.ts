import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { ConfigError } from '../../config/variables.js';
import { LOGGER } from '../../logging/logger.js';
import { atStart, whileAway } from '../../process/wait-until-up.js';
import { Database } from '../database.js';

/** All roles that the login role can switch to, including itself, with the rights that make each too strong. */
const EXCESS = `with reachable as (
    select * from pg_roles r where r.rolname <> 'pg_database_owner' and pg_has_role(session_user, r.oid, 'member')
  ), owning as (
    select relowner as owner from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    union select proowner from pg_proc where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
    union select nspowner from pg_namespace where nspname !~ '^(pg_|information_schema)'
    union select datdba from pg_database where datname = current_database()
  )
  select session_user::text as login, rolname::text as role, array_remove(array[
      case when rolsuper then 'is a superuser' end,
      case when rolcreaterole then 'can create roles' end,
      case when rolbypassrls then 'bypasses row-level security' end,
      case when oid in (select owner from owning) then 'owns tables, functions, schemas or the database' end,
      case when rolname ~ '^pg_' then 'reaches past the rights of tables' end
    ], null) as excess
  from reachable
  -- A superuser is a member of every role.
  where rolname = session_user or not (select rolsuper from pg_roles where rolname = session_user)`;

interface ReachableRole {
  readonly login: string;
  readonly role: string;
  readonly excess: string[];
}

/**
 * Checks at start whether the role of `DATABASE_URL` is too strong. The product switches to its own roles, but injected
 * SQL could switch back, so an intruder has the rights of the login role.
 */
@Injectable()
export class LoginRole implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws ConfigError in production when it is too strong */
  async onModuleInit(): Promise<void> {
    const problem = problemOf(
      await whileAway('PostgreSQL', () => this.database.query<ReachableRole>(EXCESS), atStart(this.config, this.log)),
    );
    if (problem === undefined) return;
    if (!this.config.isSandbox) throw new ConfigError([problem]);
    this.log.warn(`${problem} Production would not start.`);
  }
}

function problemOf(reachable: readonly ReachableRole[]): string | undefined {
  const excess = reachable
    .filter((one) => one.excess.length > 0)
    .map(({ login, role, excess: what }) => (role === login ? '' : `can become ${role}, which `) + what.join(' and '));
  if (excess.length === 0) return undefined;
  const [{ login } = { login: '' }] = reachable;
  return `DATABASE_URL logs in as ${login}, which ${excess.join('; ')}. Use a role that owns nothing: migrate makes the one of PORTAL_DATABASE_URL (docs/runbooks/database-roles.md).`;
}
