import { Injectable } from '@nestjs/common';
import { AppError, type ErrorDetail, type Page } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { authorsErrors, slugTaken } from '../../errors.js';
import type { ApplicationOutlookView, ApplicationView } from '../authors.view.js';
import { problemsOf } from '../domain/answers.js';
import { isEditable, type ApplicationState } from '../domain/application-state.js';
import { mayApplyAgainFrom } from '../domain/refusal.js';
import { answersIn, APPLICATION, applicationView, type ApplicationRow } from './application-view.js';

/** Minimum number of cases; fewer could identify an applicant and say little. */
const FEWEST = 5;

/** An applicant's own applications. */
@Injectable()
export class OwnApplications {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** The caller's own, newest first. */
  async list(actor: Actor): Promise<Page<ApplicationView>> {
    const rows = await this.database.query<ApplicationRow>(
      `${APPLICATION} where a.org_id = any($1::uuid[]) order by a.created_at desc, a.id desc limit 100`,
      [scopeIds(actor, 'author')],
    );
    return { items: await Promise.all(rows.map((row) => this.ofApplicant(row))), next_cursor: null };
  }

  /**
   * One of the caller's own.
   * @throws AppError `application_not_found` (404), also for someone else's.
   */
  async one(actor: Actor, id: string): Promise<ApplicationView> {
    const [row] = await this.database.query<ApplicationRow>(
      `${APPLICATION} where a.id = $1 and a.org_id = any($2::uuid[])`,
      [id, scopeIds(actor, 'author')],
    );
    if (!row) throw new AppError(authorsErrors.application_not_found);
    return this.ofApplicant(row);
  }

  /** With the position in the queue of all applications. */
  private async ofApplicant(row: ApplicationRow): Promise<ApplicationView> {
    const shown = applicationView(row, 'applicant', []);
    if (isEditable(shown.state as ApplicationState)) return { ...shown, problems: await this.problems(row) };
    if (row.state !== 'submitted') return shown;
    const [place] = await bypassRowSecurity(() =>
      this.database.query<{ n: number }>(
        `select count(*)::int as n from authors.applications o join authors.applications a on a.id = $1
         where o.state = 'submitted' and (o.submitted_at, o.id) <= (a.submitted_at, a.id)`,
        [row.id],
      ),
    );
    return { ...shown, position: place?.n ?? null };
  }

  /** What submission would refuse now. */
  private async problems(row: ApplicationRow): Promise<ErrorDetail[]> {
    const problems = problemsOf(answersIn(row));
    const taken = await bypassRowSecurity(() =>
      this.database.query(
        `select 1 from authors.drive_reservations where slug = $1
         union all select 1 from authors.applications
           where drive_slug = $1 and id <> $2 and state in ('submitted', 'in_review', 'changes_requested')`,
        [row.drive_slug, row.id],
      ),
    );
    return taken.length > 0 ? [...problems, slugTaken] : problems;
  }

  /** Waiting times for people who are about to apply, over all applications. */
  async outlook(actor: Actor): Promise<ApplicationOutlookView> {
    const [row] = await bypassRowSecurity(() =>
      this.database.query<{ usual_ms: number | null; decided: number; waiting: number }>(
        `with firsts as (
           select application_id, min(at) filter (where action = 'submitted') as submitted_at,
             min(at) filter (where action in ('changes_requested', 'approved', 'rejected')) as decided_at
           from authors.application_steps group by application_id)
         select count(*)::int as decided, (select count(*)::int from authors.applications where state = 'submitted') as waiting,
           round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at) * 1000))::float8 as usual_ms
         from firsts where decided_at > (select platform.portal_now()) - interval '30 days'`,
      ),
    );
    const [refused] = await this.database.query<{ at: Date | null; now: Date }>(
      `select max(s.at) as at, platform.portal_now() as now from authors.applications a
       join authors.application_steps s on s.application_id = a.id and s.action = 'rejected'
       where a.org_id = any($1::uuid[]) and a.state = 'rejected'`,
      [scopeIds(actor, 'author')],
    );
    const from = refused?.at ? mayApplyAgainFrom(refused.at) : undefined;
    return {
      due_hours: this.config.review.dueHours,
      usual_ms: row && row.decided >= FEWEST ? row.usual_ms : null,
      waiting: row?.waiting ?? 0,
      may_apply_from: from && refused && refused.now < from ? from.toISOString() : null,
    };
  }
}
