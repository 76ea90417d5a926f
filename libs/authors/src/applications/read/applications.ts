import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type ErrorDetail, type Page } from '@portal/kernel';
import { hasRole, scopeIds, type Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, Database, revisionOf } from '@portal/platform/database';
import {
  APPLICATION_CRITERIA,
  CRITERIA_VERSION,
  evidenceOf,
  gapOf,
  type ApplicationJudgement,
} from '../domain/application-criteria.js';
import { problemsOf, type Answers } from '../domain/answers.js';
import type { AppealState } from '../../appeals/domain/appeal-state.js';
import { isEditable, type ApplicationState } from '../domain/application-state.js';
import { DECISIONS as OFFERED } from '../domain/decision.js';
import { lookAlikes } from '../domain/look-alike.js';
import { isPayableCountry } from '../domain/payable-countries.js';
import { mayAppealUntil, mayApplyAgainFrom } from '../domain/refusal.js';
import { authorsErrors, slugTaken } from '../../errors.js';
import type { ApplicationQueueQuery } from '../authors.dto.js';
import type {
  AppealRowView,
  AppealView,
  ApplicationCaseView,
  ApplicationView,
  HistoryRowView,
  ManifestCheckView,
  NeighbourView,
  QueueRowView,
} from '../authors.view.js';
import { EarlierApplications } from './earlier-applications.js';
import { Neighbours } from './neighbours.js';

interface Row {
  id: string;
  org_id: string;
  state: string;
  founder_name: string;
  company_name: string;
  country: string;
  website: string;
  github: string;
  drive_name: string;
  drive_slug: string;
  description: string;
  category: string;
  round: number;
  intended_scopes: string[];
  data_classes: string[];
  security_contact: string;
  manifest_url: string;
  created_at: Date;
  submitted_at: Date | null;
  steps: {
    id: string;
    action: string;
    actor_id: string;
    actor_name: string;
    reason_code: string | null;
    text: string | null;
    at: string;
  }[];
  messages: { id: string; side: string; writer_name: string; text: string; at: string }[] | null;
  now: Date;
  manifest_check: {
    ok: boolean;
    errors: number;
    warnings: number;
    findings: ManifestCheckView['findings'];
    checked_at: string;
  } | null;
  appeal: {
    state: AppealState;
    text: string;
    filed_at: string;
    refused_by: string;
    decision_text: string | null;
    decided_at: string | null;
  } | null;
}

const SELECT = `select a.id, a.org_id, a.state, a.founder_name, a.company_name, a.country, a.website, a.github, a.drive_name, a.drive_slug, a.description, a.category, a.round,
    a.intended_scopes, a.data_classes, a.security_contact, a.manifest_url, a.created_at, a.submitted_at, platform.portal_now() as now,
    (select jsonb_agg(jsonb_build_object('id', s.id, 'action', s.action, 'actor_id', s.actor_id, 'actor_name', s.actor_name, 'reason_code', s.reason_code, 'text', s.text, 'at', s.at) order by s.at, s.id)
     from authors.application_steps s where s.application_id = a.id) as steps,
    (select jsonb_agg(jsonb_build_object('id', m.id, 'side', m.side, 'writer_name', m.writer_name, 'text', m.text, 'at', m.at) order by m.at, m.id)
     from authors.application_messages m where m.application_id = a.id) as messages,
    (select to_jsonb(c) from authors.application_manifest_checks c
     where (c.application_id, c.submitted_at, c.manifest_url) = (a.id, a.submitted_at, a.manifest_url)) as manifest_check,
    (select to_jsonb(p) from authors.application_appeals p where p.application_id = a.id) as appeal
  from authors.applications a`;
interface QueueRow {
  id: string;
  company_name: string;
  drive_name: string;
  drive_slug: string;
  state: string;
  country: string;
  submitted_at: Date;
  party: 'reviewer' | 'author';
  since: Date;
  reviewer_ms: number;
  author_ms: number;
  now: Date;
}

const STATES_OF = {
  reviewer: ['submitted', 'in_review'],
  author: ['changes_requested'],
  all: ['submitted', 'in_review', 'changes_requested'],
} as const;
interface JudgementRow extends ApplicationJudgement {
  by: string;
  at: Date;
}

const DECISIONS = new Set(['changes_requested', 'approved', 'rejected']);
/** Other work of a reviewer. */
const REVIEWERS = new Set(['opened', 'appeal_granted', 'appeal_dismissed']);

@Injectable()
export class Applications {
  constructor(
    private readonly database: Database,
    private readonly neighbours: Neighbours,
    private readonly earlier: EarlierApplications,
    private readonly config: Config,
  ) {}

  /** The caller's own, newest first. */
  async own(actor: Actor): Promise<Page<ApplicationView>> {
    const rows = await this.database.query<Row>(
      `${SELECT} where a.org_id = any($1::uuid[]) order by a.created_at desc, a.id desc limit 100`,
      [scopeIds(actor, 'author')],
    );
    return { items: await Promise.all(rows.map((row) => this.ofApplicant(row))), next_cursor: null };
  }

  /**
   * One of the caller's own.
   * @throws AppError `application_not_found` (404), also for someone else's.
   */
  async ownOne(actor: Actor, id: string): Promise<ApplicationView> {
    const [row] = await this.database.query<Row>(`${SELECT} where a.id = $1 and a.org_id = any($2::uuid[])`, [
      id,
      scopeIds(actor, 'author'),
    ]);
    if (!row) throw new AppError(authorsErrors.application_not_found);
    return this.ofApplicant(row);
  }

  /** With the position in the queue of all applications. */
  private async ofApplicant(row: Row): Promise<ApplicationView> {
    const shown = view(row, 'applicant', []);
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
  private async problems(row: Row): Promise<ErrorDetail[]> {
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

  /** Open appeals, longest waiting first. */
  async appeals(actor: Actor): Promise<Page<AppealRowView>> {
    const rows = await this.database.query<{
      id: string;
      company_name: string;
      drive_name: string;
      filed_at: Date;
      refused_by: string;
      refused_by_name: string;
      now: Date;
    }>(
      `select a.id, a.company_name, a.drive_name, p.filed_at, p.refused_by, platform.portal_now() as now,
         (select s.actor_name from authors.application_steps s where s.application_id = a.id and s.action = 'rejected' order by s.at desc limit 1) as refused_by_name
       from authors.application_appeals p join authors.applications a on a.id = p.application_id
       where p.state = 'open' order by p.filed_at, a.id limit 200`,
    );
    const dueMs = this.config.review.dueHours * 3_600_000;
    const items = rows.map((row): AppealRowView => {
      const due = new Date(row.filed_at.getTime() + dueMs);
      return {
        id: row.id,
        company_name: row.company_name,
        drive_name: row.drive_name,
        filed_at: row.filed_at.toISOString(),
        due_at: due.toISOString(),
        overdue: due < row.now,
        refused_by_you: row.refused_by === actor.userId,
        refused_by: row.refused_by_name,
      };
    });
    return { items, next_cursor: null };
  }

  /** For reviewers, with similar slugs. Drafts are not visible to them. */
  async forReview(actor: Actor, id: string): Promise<ApplicationCaseView> {
    const [row] = await this.database.query<Row>(`${SELECT} where a.id = $1 and a.state <> 'draft'`, [id]);
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
      ...view(row, 'reviewer', alike, neighbours),
      round: row.round,
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
          judgement: judgement
            ? {
                verdict: judgement.verdict,
                note: judgement.note,
                by: judgement.by,
                at: judgement.at.toISOString(),
                round: judgement.round,
              }
            : null,
        };
      }),
      decisions: OFFERED.map((decision) => {
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
    return this.database.query<JudgementRow & Record<string, unknown>>(
      `select distinct on (criterion) criterion, verdict, note, round, judged_by_name as "by", judged_at as at
       from authors.application_judgements where application_id = $1 and criteria_version = $2 order by criterion, seq desc`,
      [id, CRITERIA_VERSION],
    );
  }

  /** Open applications by who must act, longest waiting first; without filters, those waiting for a reviewer. */
  async queue(query: ApplicationQueueQuery): Promise<Page<QueueRowView>> {
    const [at, id] = query.cursor ? decodeCursor(query.cursor, 2) : [null, null];
    const rows = await this.database.query<QueueRow>(
      `select * from (
         select a.id, a.company_name, a.drive_name, a.drive_slug, a.state, a.country, a.submitted_at, t.reviewer_ms, t.author_ms, t.now,
           case a.state when 'changes_requested' then 'author' else 'reviewer' end as party,
           date_trunc('milliseconds', case a.state when 'changes_requested' then t.asked_at else t.submitted_at end) as since
         from authors.applications a cross join lateral (
           select max(s.at) filter (where s.action = 'submitted') as submitted_at, max(s.at) filter (where s.action = 'changes_requested') as asked_at,
             coalesce(sum(s.ms) filter (where s.action in ('submitted', 'opened')), 0)::float8 as reviewer_ms,
             coalesce(sum(s.ms) filter (where s.action = 'changes_requested'), 0)::float8 as author_ms, max(s.now) as now
           from (select h.action, h.at, n.now, round(extract(epoch from coalesce(lead(h.at) over (order by h.at, h.id), n.now) - h.at) * 1000) as ms
             from authors.application_steps h cross join (select platform.portal_now() as now) n where h.application_id = a.id) s) t
         where a.state = any($4)) q
       where ($1::timestamptz is null or (q.since, q.id) > ($1, $2::uuid))
         and ($5::int is null or (q.party = 'reviewer' and q.since < q.now - $5 * interval '1 hour'))
       order by q.since, q.id limit $3`,
      [
        at,
        id,
        query.limit + 1,
        STATES_OF[query.party ?? 'reviewer'],
        query.due === 'overdue' ? this.config.review.dueHours : null,
      ],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.since.toISOString(), row.id],
      (row) => this.queueRow(row),
    );
  }

  private queueRow(row: QueueRow): QueueRowView {
    const due =
      row.party === 'reviewer' ? new Date(row.since.getTime() + this.config.review.dueHours * 3_600_000) : null;
    return {
      id: row.id,
      title: row.drive_name,
      author: row.company_name,
      company_name: row.company_name,
      drive_name: row.drive_name,
      drive_slug: row.drive_slug,
      country: row.country,
      state: row.state,
      party: row.party,
      waiting_since: row.since.toISOString(),
      due_at: due?.toISOString() ?? null,
      overdue: due !== null && due < row.now,
      reviewer_ms: row.reviewer_ms,
      author_ms: row.author_ms,
      submitted_at: row.submitted_at.toISOString(),
    };
  }
}

function view(
  row: Row,
  reader: 'applicant' | 'reviewer',
  alike: string[],
  neighbours: NeighbourView[] = [],
): ApplicationView {
  const steps = row.steps ?? [];
  const last = steps.filter((step) => DECISIONS.has(step.action)).at(-1);
  const history: HistoryRowView[] = steps.map((step) => ({
    id: step.id,
    at: new Date(step.at).toISOString(),
    action: step.action,
    // Applicants see the review team, not a person.
    actor:
      reader === 'applicant' && (DECISIONS.has(step.action) || REVIEWERS.has(step.action))
        ? 'Reviewer'
        : step.actor_name,
    reason: step.text,
  }));
  const answers = {
    founder_name: row.founder_name,
    company_name: row.company_name,
    country: row.country,
    website: row.website,
    github: row.github,
    drive_name: row.drive_name,
    drive_slug: row.drive_slug,
    description: row.description,
    category: row.category,
    intended_scopes: row.intended_scopes,
    data_classes: row.data_classes,
    security_contact: row.security_contact,
    manifest_url: row.manifest_url,
  };
  return {
    id: row.id,
    org_id: row.org_id,
    state: row.state,
    revision: revisionOf(answers),
    ...answers,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    decision: last
      ? {
          decision: last.action,
          reason_code: last.reason_code ?? '',
          text: last.text ?? '',
          decided_at: new Date(last.at).toISOString(),
        }
      : null,
    manifest_check: manifestCheckOf(row),
    position: null,
    appeal: appealOf(row),
    ...afterRefusal(row, last?.action === 'rejected' ? new Date(last.at) : null),
    problems: [],
    history,
    messages: (row.messages ?? []).map((message) => ({
      id: message.id,
      at: new Date(message.at).toISOString(),
      side: message.side,
      writer: reader === 'applicant' && message.side === 'reviewer' ? 'Reviewer' : message.writer_name,
      text: message.text,
    })),
    look_alikes: alike,
    neighbours,
  };
}

/** Null when there is no URL to check, or before submission. */
function manifestCheckOf(row: Row): ManifestCheckView | null {
  const done = row.manifest_check;
  if (done) {
    const { ok, errors, warnings, findings } = done;
    const state = ok ? 'passed' : 'failed';
    return { state, errors, warnings, findings, checked_at: new Date(done.checked_at).toISOString() };
  }
  if (row.manifest_url === '' || !['submitted', 'in_review'].includes(row.state)) return null;
  return { state: 'waiting', errors: 0, warnings: 0, findings: [], checked_at: null };
}

function appealOf({ appeal }: Row): AppealView | null {
  if (!appeal) return null;
  return {
    state: appeal.state,
    text: appeal.text,
    filed_at: new Date(appeal.filed_at).toISOString(),
    decision_text: appeal.decision_text,
    decided_at: appeal.decided_at && new Date(appeal.decided_at).toISOString(),
  };
}

/** The options of a rejected applicant and their deadlines. */
function afterRefusal(row: Row, refusedAt: Date | null): Pick<ApplicationView, 'may_appeal_until' | 'may_apply_from'> {
  if (row.state !== 'rejected' || refusedAt === null) return { may_appeal_until: null, may_apply_from: null };
  const until = mayAppealUntil(refusedAt);
  return {
    may_appeal_until: row.appeal === null && row.now < until ? until.toISOString() : null,
    may_apply_from: mayApplyAgainFrom(refusedAt).toISOString(),
  };
}

function answersIn(row: Row): Answers {
  return {
    founderName: row.founder_name,
    companyName: row.company_name,
    country: row.country,
    website: row.website,
    github: row.github,
    driveName: row.drive_name,
    driveSlug: row.drive_slug,
    description: row.description,
    category: row.category,
    intendedScopes: row.intended_scopes,
    dataClasses: row.data_classes,
    securityContact: row.security_contact,
    manifestUrl: row.manifest_url,
  };
}
