import { Injectable } from '@nestjs/common';
import { AppError, Ids, type Page } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { DeveloperAccountEntity } from '../organizations/organization.entity.js';
import { canBeTakenBack, offboardingDates } from './domain/offboarding.js';
import { OffboardingEntity } from './offboarding.entity.js';
import type { AuthorOffboardingView, OffboardingView } from './offboardings.view.js';

interface OffboardingRow {
  id: string;
  orgId: string;
  reason: string;
  byStaff: boolean;
  askedByName: string;
  askedAt: Date;
  endsAt: Date;
  withdrawnAt: Date | null;
  endedAt: Date | null;
}

const OFFBOARDING = `d.id, d.org_id as "orgId", d.reason, d.by_staff as "byStaff", d.asked_by_name as "askedByName",
  d.asked_at as "askedAt", d.ends_at as "endsAt", d.withdrawn_at as "withdrawnAt", d.ended_at as "endedAt"`;

type Row = OffboardingRow & { name: string; now: Date };

const ROW = `select ${OFFBOARDING}, o.name, platform.portal_now() as now from authors.offboardings d join authors.organizations o on o.id = d.org_id`;
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
  async pending(tx: Tx, orgId: string): Promise<OffboardingRow | undefined> {
    const [row] = await tx.query<OffboardingRow>(
      `select ${OFFBOARDING} from authors.offboardings d where d.org_id = $1 and d.withdrawn_at is null`,
      [orgId],
    );
    return row;
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
  async end(tx: Tx, offboarding: OffboardingRow): Promise<void> {
    const { id, orgId } = offboarding;
    await tx.manager.update(OffboardingEntity, { id }, { endedAt: tx.now });
    await tx.manager.update(DeveloperAccountEntity, { orgId }, { state: 'terminated', updatedAt: tx.now });
  }
}

function view(row: Row): OffboardingView {
  const { closesAt } = offboardingDates(row.askedAt);
  const state =
    row.withdrawnAt !== null
      ? 'withdrawn'
      : row.endedAt !== null
        ? 'ended'
        : row.now < closesAt
          ? 'announced'
          : 'final';
  return {
    org_id: row.orgId,
    org_name: row.name,
    state,
    reason: row.reason,
    by_staff: row.byStaff,
    asked_by: row.byStaff ? 'The operator' : row.askedByName,
    asked_at: row.askedAt.toISOString(),
    closes_at: closesAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    can_be_taken_back: state === 'announced' && canBeTakenBack(row.askedAt, row.now),
  };
}
