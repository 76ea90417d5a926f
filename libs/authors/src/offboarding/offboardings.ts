import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { canBeTakenBack, offboardingDates } from './domain/offboarding.js';
import { authorsErrors } from '../errors.js';
import type { OffboardingView, AuthorOffboardingView } from './offboardings.view.js';
import { OFFBOARDING, type OffboardingRow } from './offboardings.repository.js';

type Row = OffboardingRow & { name: string; now: Date };

const ROW = `select ${OFFBOARDING}, o.name, platform.portal_now() as now from authors.offboardings d join authors.organizations o on o.id = d.org_id`;
const MOST = 200;

/** Announced, carried out and withdrawn offboardings. */
@Injectable()
export class Offboardings {
  constructor(private readonly database: Database) {}

  async own(orgId: string): Promise<AuthorOffboardingView> {
    const [org] = await this.database.query<{ name: string }>('select name from authors.organizations where id = $1', [
      orgId,
    ]);
    const [row] = await this.database.query<Row>(`${ROW} where d.org_id = $1 and d.withdrawn_at is null`, [orgId]);
    return { org_name: org?.name ?? '', offboarding: row ? view(row) : null };
  }

  /**
   * The current one.
   * @throws AppError `offboarding_not_found` (404)
   */
  async of(orgId: string): Promise<OffboardingView> {
    const [row] = await this.database.query<Row>(`${ROW} where d.org_id = $1 and d.withdrawn_at is null`, [orgId]);
    if (!row) throw new AppError(authorsErrors.offboarding_not_found);
    return view(row);
  }

  /**
   * One offboarding, also a withdrawn one.
   * @throws AppError `offboarding_not_found` (404)
   */
  async byId(id: string): Promise<OffboardingView> {
    const [row] = await this.database.query<Row>(`${ROW} where d.id = $1`, [id]);
    if (!row) throw new AppError(authorsErrors.offboarding_not_found);
    return view(row);
  }

  /** Newest first, including withdrawn ones. */
  async all(): Promise<Page<OffboardingView>> {
    const rows = await this.database.query<Row>(`${ROW} order by d.asked_at desc, d.id limit ${MOST}`);
    return { items: rows.map(view), next_cursor: null };
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
