import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import { PROVIDER_TESTED, SETUP_STEPS, type SetupStep, type SetupView } from '../setup.view.js';

/** Every step is a fact: people who can sign in, what was decided and published, what was seen to work and when. */
const STEPS = `with staff as (select g.role, u.name from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null),
   decided as (select key from billing.policies where version > 1 and valid_from <= (select platform.portal_now())),
   tokens as (select last_used_at from identity.api_tokens where owner = 'host' and revoked_at is null and expires_at > clock_timestamp()
     and (access = 'read' or approval_id is not null)),
   mails as (select max(case when $1 then created_at else sent_at end) as at from platform.mail_messages),
   provider as (select greatest((select max(received_at) from stripe_gateway.provider_events),
     (select max(at) from platform.audit_log where action collate "C" = $2)) as at)
 select step, done, seen_at, not exists (select from authors.organizations) as empty,
   (select coalesce(array_agg(distinct name), '{}') from staff where role = 'finance') as finance from (values
   ('second_admin', (select count(*) > 1 from staff where role = 'admin'), null),
   ('reviewer', exists (select from staff where role = 'reviewer'), null),
   ('finance', (select count(*) > 1 from staff where role = 'finance'), null),
   ('mail', (select at is not null from mails), (select at from mails)),
   ('payment_provider', (select at is not null from provider), (select at from provider)),
   ('seller', exists (select from decided where key = 'operator_identity'), null),
   ('tax', exists (select from decided where key = 'tax'), null),
   ('agreement', exists (select from authors.agreement_versions where effective_at <= (select platform.portal_now())), null),
   ('terms', exists (select from authors.documents where kind = 'terms'), null),
   ('privacy', exists (select from authors.documents where kind = 'privacy'), null),
   ('contact', exists (select from authors.documents where kind = 'contact'), null),
   ('prices', exists (select from listings.prices p join listings.commercial_changes c on c.id = p.id), null),
   ('listing_fee', exists (select from decided where key = 'listing_fee'), null),
   ('host_token', exists (select from tokens), (select max(last_used_at) from tokens))
 ) s (step, done, seen_at) order by array_position($3::text[], step)`;

type Row = Omit<SetupView, 'steps'> & { step: SetupStep; done: boolean; seen_at: Date | null };

/** What a new portal has and lacks. */
@Injectable()
export class ReadSetup {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async execute(): Promise<SetupView> {
    // A sandbox has no mail server: a mail is there as soon as it is written.
    const rows = await this.database.query<Row>(STEPS, [this.config.isSandbox, PROVIDER_TESTED, SETUP_STEPS]);
    const steps = rows.map(({ step, done, seen_at }) => ({ step, done, seen_at: seen_at?.toISOString() ?? null }));
    const { empty, finance } = rows[0]!;
    return { steps, finance, empty };
  }
}
