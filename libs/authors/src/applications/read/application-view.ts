import { revisionOf, isoDates, type RowOf } from '@portal/platform/database';
import type { AppealState } from '../../appeals/domain/appeal-state.js';
import { byApiName, fromApiNames, NO_ANSWERS, type Answers } from '../domain/answers.js';
import { mayAppealUntil, mayApplyAgainFrom } from '../domain/refusal.js';
import type { AppealView, ApplicationView, HistoryRowView, ManifestCheckView, NeighbourView } from '../authors.view.js';

type Computed =
  | 'revision'
  | 'decision'
  | 'manifest_check'
  | 'position'
  | 'appeal'
  | 'may_appeal_until'
  | 'may_apply_from'
  | 'problems'
  | 'history'
  | 'messages'
  | 'look_alikes'
  | 'neighbours';

/** An application as it is read; times inside JSON are text. */
export interface ApplicationRow extends RowOf<Omit<ApplicationView, Computed>, 'created_at' | 'submitted_at'> {
  round: number;
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
  manifest_check: (Omit<ManifestCheckView, 'state' | 'checked_at'> & { ok: boolean; checked_at: string }) | null;
  appeal: (AppealView & { state: AppealState; refused_by: string }) | null;
}

export const APPLICATION = `select a.id, a.org_id, a.state, a.founder_name, a.company_name, a.country, a.website, a.github, a.drive_name, a.drive_slug, a.description, a.category, a.round,
    a.intended_scopes, a.data_classes, a.security_contact, a.manifest_url, a.created_at, a.submitted_at, platform.portal_now() as now,
    (select jsonb_agg(jsonb_build_object('id', s.id, 'action', s.action, 'actor_id', s.actor_id, 'actor_name', s.actor_name, 'reason_code', s.reason_code, 'text', s.text, 'at', s.at) order by s.at, s.id)
     from authors.application_steps s where s.application_id = a.id) as steps,
    (select jsonb_agg(jsonb_build_object('id', m.id, 'side', m.side, 'writer_name', m.writer_name, 'text', m.text, 'at', m.at) order by m.at, m.id)
     from authors.application_messages m where m.application_id = a.id) as messages,
    (select to_jsonb(c) from authors.application_manifest_checks c
     where (c.application_id, c.submitted_at, c.manifest_url) = (a.id, a.submitted_at, a.manifest_url)) as manifest_check,
    (select to_jsonb(p) from authors.application_appeals p where p.application_id = a.id) as appeal
  from authors.applications a`;

const DECISIONS = new Set(['changes_requested', 'approved', 'rejected']);
/** Other work of a reviewer. */
const REVIEWERS = new Set(['opened', 'appeal_granted', 'appeal_dismissed']);

export function applicationView(
  row: ApplicationRow,
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
  const answers = byApiName(answersIn(row));
  const { round: _round, now: _now, steps: _steps, ...shown } = row;
  return {
    ...isoDates(shown),
    revision: revisionOf(answers),
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
export function manifestCheckOf(row: ApplicationRow): ManifestCheckView | null {
  const done = row.manifest_check;
  if (done) {
    const { ok, errors, warnings, findings } = done;
    const state = ok ? 'passed' : 'failed';
    return { state, errors, warnings, findings, checked_at: new Date(done.checked_at).toISOString() };
  }
  if (row.manifest_url === '' || !['submitted', 'in_review'].includes(row.state)) return null;
  return { state: 'waiting', errors: 0, warnings: 0, findings: [], checked_at: null };
}

function appealOf({ appeal }: ApplicationRow): AppealView | null {
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
function afterRefusal(row: ApplicationRow, refusedAt: Date | null) {
  if (row.state !== 'rejected' || refusedAt === null) return { may_appeal_until: null, may_apply_from: null };
  const until = mayAppealUntil(refusedAt);
  return {
    may_appeal_until: row.appeal === null && row.now < until ? until.toISOString() : null,
    may_apply_from: mayApplyAgainFrom(refusedAt).toISOString(),
  };
}

export function answersIn(row: ApplicationRow): Answers {
  return { ...NO_ANSWERS, ...fromApiNames(row) };
}
