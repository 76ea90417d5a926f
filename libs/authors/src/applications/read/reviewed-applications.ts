import { Injectable } from '@nestjs/common';
import { heldAs, heldBy } from '@portal/approvals';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { hasRole, type Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { authorsErrors } from '../../errors.js';
import type { ApplicationQueueQuery } from '../authors.dto.js';
import type { AppealRowView, ApplicationCaseView, QueueRowView } from '../authors.view.js';
import {
  APPLICATION_CRITERIA,
  CRITERIA_VERSION,
  evidenceOf,
  gapOf,
  type ApplicationJudgement,
} from '../domain/application-criteria.js';
import { DECISIONS } from '../domain/decision.js';
import { lookAlikes } from '../domain/look-alike.js';
import { isPayableCountry } from '../domain/payable-countries.js';
import { answersIn, APPLICATION, applicationView, manifestCheckOf, type ApplicationRow } from './application-view.js';
import { EarlierApplications } from './earlier-applications.js';
import { Neighbours } from './neighbours.js';

interface QueueRow extends RowOf<
  Omit<QueueRowView, 'title' | 'author' | 'waiting_since' | 'due_at' | 'overdue'>,
  'submitted_at'
> {
  since: Date;
  now: Date;
}

interface AppealRow extends RowOf<Omit<AppealRowView, 'due_at' | 'overdue' | 'refused_by_you'>, 'filed_at'> {
  refused_by_id: string;
  now: Date;
}

interface JudgementRow extends ApplicationJudgement {
  by: string;
  at: Date;
}

const STATES_OF = {
  reviewer: ['submitted', 'in_review'],
  author: ['changes_requested'],
  all: ['submitted', 'in_review', 'changes_requested'],
} as const;

/** Applications as reviewers see them. */
@Injectable()
export class ReviewedApplications {
  constructor(
    private readonly database: Database,
    private readonly neighbours: Neighbours,
    private readonly earlier: EarlierApplications,
    private readonly config: Config,
  ) {}

  /** Open appeals, longest waiting first. */
  async appeals(actor: Actor): Promise<Page<AppealRowView>> {
    const rows = await this.database.query<AppealRow>(
      `select a.id, a.company_name, a.drive_name, p.filed_at, p.refused_by as refused_by_id, ${heldBy('a.id', '$1')} as hold, platform.portal_now() as now,
         (select s.actor_name from authors.application_steps s where s.application_id = a.id and s.action = 'rejected' order by s.at desc limit 1) as refused_by
       from authors.application_appeals p join authors.applications a on a.id = p.application_id
       where p.state = 'open' and authors.is_stranger(a.org_id, $1) order by p.filed_at, a.id limit 200`,
      [actor.userId],
    );
    const items = rows.map(({ refused_by_id, now, ...row }): AppealRowView => {
      const due = this.dueAt(row.filed_at);
      const refused_by_you = refused_by_id === actor.userId;
      return { ...isoDates(row), due_at: due.toISOString(), overdue: due < now, refused_by_you };
    });
    return { items, next_cursor: null };
  }

  /** For reviewers, with similar slugs. Drafts are not visible to them. */
  async one(actor: Actor, id: string): Promise<ApplicationCaseView> {
    const [row] = await this.database.query<ApplicationRow>(`${APPLICATION} where a.id = $1 and a.state <> 'draft'`, [
      id,
    ]);
    if (!row || !hasRole(actor, 'reviewer')) throw new AppError(authorsErrors.application_not_found);
    const taken = await this.database.query<{ slug: string }>(
      `select slug from authors.drive_reservations where application_id <> $1
       union select drive_slug from authors.applications where id <> $1 and state in ('submitted', 'in_review', 'changes_requested')`,
      [id],
    );
    const alike = lookAlikes(
      row.drive_slug,
      taken.map((t) => t.slug),
    );
    const neighbours = await this.neighbours.of(row);
    const earlier = await this.earlier.of(id);
    const judgements = await this.judgements(id);
    const [claim] = await this.database.query<Pick<ApplicationCaseView, 'hold'> & Record<string, unknown>>(
      `select ${heldBy('$1::uuid', '$2::uuid')} as hold`,
      [id, actor.userId],
    );
    const evidence = evidenceOf({
      ...answersIn(row),
      countryPayable: isPayableCountry(row.country),
      manifestCheck: manifestCheckOf(row),
      lookAlikes: alike,
      nameFindings: await this.neighbours.nameFindings(row),
      neighbours,
      earlier,
    });
    return {
      ...applicationView(row, 'reviewer', alike, neighbours),
      round: row.round,
      hold: claim!.hold,
      refused_by_you: actor.userId !== undefined && (row.appeal?.refused_by ?? null) === actor.userId,
      criteria: APPLICATION_CRITERIA.map(({ id: criterion, title, sentence, noteAlways }) => {
        const judgement = judgements.find((one) => one.criterion === criterion);
        return {
          id: criterion,
          title,
          sentence,
          note_always: noteAlways,
          evidence: evidence[criterion],
          judged: judgement?.round === row.round,
          judgement: judgement ? shown(judgement) : null,
        };
      }),
      decisions: DECISIONS.map((decision) => {
        const gap = gapOf(decision, { round: row.round, judgements });
        return {
          decision,
          possible: gap === undefined,
          message: gap ? authorsErrors[gap.code].message : null,
          criteria: gap?.criteria ?? [],
        };
      }),
      earlier,
    };
  }

  private judgements(id: string): Promise<JudgementRow[]> {
    return this.database.query<JudgementRow>(
      `select distinct on (criterion) criterion, verdict, note, round, judged_by_name as "by", judged_at as at
       from authors.application_judgements where application_id = $1 and criteria_version = $2 order by criterion, seq desc`,
      [id, CRITERIA_VERSION],
    );
  }

  /** Open applications of others by who must act, longest waiting first; without filters, those waiting for a reviewer. */
  async queue(actor: Actor, query: ApplicationQueueQuery): Promise<Page<QueueRowView>> {
    const [at, id] = query.cursor ? decodeCursor(query.cursor, 2) : [null, null];
    const rows = await this.database.query<QueueRow>(
      `select * from (
         select a.id, a.company_name, a.drive_name, a.drive_slug, a.state, a.country, a.submitted_at, ${heldBy('a.id', '$6')} as hold, t.reviewer_ms, t.author_ms, t.now,
           case a.state when 'changes_requested' then 'author' else 'reviewer' end as party,
           date_trunc('milliseconds', case a.state when 'changes_requested' then t.asked_at else t.submitted_at end) as since
         from authors.applications a cross join lateral (
           select max(s.at) filter (where s.action = 'submitted') as submitted_at, max(s.at) filter (where s.action = 'changes_requested') as asked_at,
             coalesce(sum(s.ms) filter (where s.action in ('submitted', 'opened')), 0)::float8 as reviewer_ms,
             coalesce(sum(s.ms) filter (where s.action = 'changes_requested'), 0)::float8 as author_ms, max(s.now) as now
           from (select h.action, h.at, n.now, round(extract(epoch from coalesce(lead(h.at) over (order by h.at, h.id), n.now) - h.at) * 1000) as ms
             from authors.application_steps h cross join (select platform.portal_now() as now) n where h.application_id = a.id) s) t
         where a.state = any($4) and authors.is_stranger(a.org_id, $6)) q
       where ($1::timestamptz is null or (q.since, q.id) > ($1, $2::uuid))
         and ${heldAs('q.hold', '$7')}
         and ($5::int is null or (q.party = 'reviewer' and q.since < q.now - $5 * interval '1 hour'))
       order by q.since, q.id limit $3`,
      [
        at,
        id,
        query.limit + 1,
        STATES_OF[query.party ?? 'reviewer'],
        query.due === 'overdue' ? this.config.review.dueHours : null,
        actor.userId,
        query.claimed ?? 'any',
      ],
    );
    return toPage(rows, query.limit, ['since', 'id'], (row) => this.queueRow(row));
  }

  private queueRow({ since, now, ...row }: QueueRow): QueueRowView {
    const due = row.party === 'reviewer' ? this.dueAt(since) : null;
    return {
      ...isoDates(row),
      title: row.drive_name,
      author: row.company_name,
      waiting_since: since.toISOString(),
      due_at: due?.toISOString() ?? null,
      overdue: due !== null && due < now,
    };
  }

  private dueAt(since: Date): Date {
    return new Date(since.getTime() + this.config.review.dueHours * 3_600_000);
  }
}

function shown({ criterion: _criterion, ...judgement }: JudgementRow) {
  return isoDates(judgement);
}
