import { Injectable } from '@nestjs/common';
import { AppError, Ids, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import { IsNull } from 'typeorm';
import { authorsErrors } from '../errors.js';
import { DeveloperAccountEntity } from '../organizations/organization.entity.js';
import { canBeTakenBack, offboardingDates } from './domain/offboarding.js';
import { OffboardingEntity } from './offboarding.entity.js';
import type { AuthorOffboardingView, OffboardingView } from './offboardings.view.js';

type Row = RowOf<
  Omit<OffboardingView, 'state' | 'closes_at' | 'can_be_taken_back'>,
  'asked_at' | 'ends_at' | 'ended_at'
> & {
  withdrawn: boolean;
  now: Date;
};

const ROW = `select d.org_id, o.name as org_name, d.reason, d.by_staff, case when d.by_staff then 'The operator' else d.asked_by_name end as asked_by,
    d.asked_at, d.ends_at, d.ended_at, d.withdrawn_at is not null as withdrawn, platform.portal_now() as now
  from authors.offboardings d join authors.organizations o on o.id = d.org_id`;
const MOST = 200;

/** Announced offboardings. For changes the account must be locked first. */
@Injectable()
export class OffboardingsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  async list(): Promise<Page<OffboardingView>> {
    const rows = await this.database.query<Row>(`${ROW} order by d.asked_at desc, d.id limit ${MOST}`);
    return { items: rows.map(view), next_cursor: null };
  }

  async own(orgId: string): Promise<AuthorOffboardingView> {
    const [row] = await this.database.query<Row>(`${ROW} where d.org_id = $1 and d.withdrawn_at is null`, [orgId]);
    return { org_name: (await this.nameOf(orgId)) ?? '', offboarding: row ? view(row) : null };
  }

  /**
   * The current one of an organisation, or one by its id, also when it was withdrawn.
   * @throws AppError `offboarding_not_found` (404)
   */
  async view(orgId: string, id?: string): Promise<OffboardingView> {
    const [row] = await this.database.query<Row>(
      `${ROW} where d.org_id = $1 and case when $2::uuid is null then d.withdrawn_at is null else d.id = $2 end`,
      [orgId, id ?? null],
    );
    if (!row) throw new AppError(authorsErrors.offboarding_not_found);
    return view(row);
  }

  async nameOf(orgId: string): Promise<string | undefined> {
    const [org] = await this.database.query<{ name: string }>('select name from authors.organizations where id = $1', [
      orgId,
    ]);
    return org?.name;
  }

  async add(
    tx: Tx,
    offboarding: { orgId: string; reason: string; byStaff: boolean; by: { id: string; name: string }; endsAt: Date },
  ): Promise<string> {
    const id = this.ids.next();
    const { by, ...rest } = offboarding;
    const asked = { askedBy: by.id, askedByName: by.name, askedAt: tx.now };
    await tx.manager.insert(OffboardingEntity, { id, ...rest, ...asked });
    return id;
  }

  /** The current offboarding: announced and not withdrawn; `ended_at` is set once it was carried out. */
  pending(tx: Tx, orgId: string): Promise<OffboardingEntity | null> {
    return tx.manager.findOneBy(OffboardingEntity, { orgId, withdrawnAt: IsNull() });
  }

  async withdraw(tx: Tx, id: string, byName: string): Promise<void> {
    await tx.manager.update(OffboardingEntity, { id }, { withdrawnAt: tx.now, withdrawnByName: byName });
  }

  /** Organisations whose date has come. */
  async due(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ org_id: string }>(
      `select org_id from authors.offboardings where withdrawn_at is null and ended_at is null and ends_at <= $1 order by ends_at limit $2`,
      [tx.now, limit],
    );
    return rows.map((row) => row.org_id);
  }

  /** Ends the account and its offboarding. */
  async end(tx: Tx, { id, orgId }: OffboardingEntity): Promise<void> {
    await tx.manager.update(OffboardingEntity, { id }, { endedAt: tx.now });
    await tx.manager.update(DeveloperAccountEntity, { orgId }, { state: 'terminated', updatedAt: tx.now });
  }
}

function view({ withdrawn, now, ...row }: Row): OffboardingView {
  const { closesAt } = offboardingDates(row.asked_at);
  const state = withdrawn ? 'withdrawn' : row.ended_at !== null ? 'ended' : now < closesAt ? 'announced' : 'final';
  return {
    ...isoDates(row),
    state,
    closes_at: closesAt.toISOString(),
    can_be_taken_back: state === 'announced' && canBeTakenBack(row.asked_at, now),
  };
}
