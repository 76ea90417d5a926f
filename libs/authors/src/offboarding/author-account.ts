import { Injectable, Optional } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { SigningKeys } from '@portal/secrets';
import { AuthorProgress } from '../applications/author-progress.js';
import type { AccountState } from './domain/account-state.js';
import type { ApplicationState } from '../applications/domain/application-state.js';
import type { SuspensionCode } from './domain/suspension.js';
import { nextSteps } from '../applications/domain/next-steps.js';
import { Drives } from '../keys/drives.js';
import type { AccountView } from '../applications/authors.view.js';
import { organizationOf } from '../organizations/authorized-organization.js';

interface Row {
  id: string;
  name: string;
  application: ApplicationState | null;
  account: AccountState | null;
  signed: boolean;
  sign_until: Date | null;
  suspension: { code: SuspensionCode; reason: string; suspended_at: string } | null;
}

/** An author's status and next step. */
@Injectable()
export class AuthorAccount {
  constructor(
    private readonly database: Database,
    private readonly drives: Drives,
    private readonly keys: SigningKeys,
    @Optional() private readonly progress?: AuthorProgress,
  ) {}

  async execute(actor: Actor): Promise<AccountView> {
    const orgId = organizationOf(actor);
    const row = orgId === undefined ? undefined : await this.read(orgId);
    const drives = row ? await this.drives.ofOrg(row.id) : [];
    const progress = row ? await this.progress?.of(row.id) : undefined;
    const steps = nextSteps({
      application: row?.application ?? null,
      account: row?.account ?? null,
      agreementSigned: row?.signed ?? false,
      drives: drives.length,
      drivesWithSecret: await this.keys.drivesWithKeys(drives.map(({ driveId }) => driveId)),
      manifestSubmitted: progress?.manifestSubmitted ?? null,
      payoutsReady: progress?.payoutsReady ?? null,
    });
    const overdue = row?.account === 'active' && !row.signed;
    return {
      state: overdue ? 'agreement_update' : (row?.account ?? 'none'),
      org: row ? { id: row.id, name: row.name } : null,
      next_steps: steps.map(({ code, title, done }) => ({ code, title, done })),
      drives: drives.map((drive) => ({ id: drive.driveId, slug: drive.slug, name: drive.name })),
      suspension: row?.account === 'suspended' ? row.suspension : null,
      sign_until: overdue ? (row.sign_until?.toISOString() ?? null) : null,
    };
  }

  private async read(orgId: string): Promise<Row | undefined> {
    const [row] = await this.database.query<Row>(
      `select o.id, o.name, a.state as account, v.sign_until,
         (select jsonb_build_object('code', s.code, 'reason', s.reason, 'suspended_at',
            to_char(s.suspended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          from authors.suspensions s where s.org_id = o.id and s.resumed_at is null) as suspension,
         (select p.state from authors.applications p where p.org_id = o.id order by p.created_at desc, p.id desc limit 1) as application,
         exists (select 1 from authors.agreement_signatures s where s.org_id = o.id and s.version = v.version) as signed
       from authors.organizations o left join authors.developer_accounts a on a.org_id = o.id
       left join lateral (select version, sign_until from authors.agreement_versions where effective_at <= (select platform.portal_now()) order by ordinal desc limit 1) v on true
       where o.id = $1`,
      [orgId],
    );
    return row;
  }
}
