import type { StatementDocument, StatementLine } from '@portal/statement-proof';
import { statementErrors } from '../errors.js';
import type { AlteredStatement } from '../read/statements.js';
import type { EarningLineView, StatementRowView, StatementView } from './statements.view.js';

type Events = Pick<StatementView, 'later' | 'earlier' | 'corrective_number'>;

export function lineView(line: StatementLine): EarningLineView {
  const { payment_tx, drive_id: _drive, running_after: _after, ...shown } = line;
  return { ...shown, state: payment_tx === null ? 'pending' : 'earned' };
}

/** A statement for a page. `events`: what happened since; undefined in lists, which have no lines and entries either. */
export function statementView(document: StatementDocument, events?: Events): StatementView {
  const whole = events !== undefined;
  const { statement: s, proof } = document;
  return {
    id: s.id,
    month: s.month,
    currency: s.currency,
    author_id: s.author_id,
    author_name: s.author_name,
    opening_minor: s.opening_minor,
    earned_minor: s.earned_minor,
    other_minor: s.adjustments_minor,
    closing_minor: s.closing_minor,
    paid_minor: s.paid_minor,
    carried_minor: s.carried_minor,
    held_minor: s.held_minor,
    reserve_minor: s.reserve_minor,
    disputed_minor: s.disputed_minor,
    pending_minor: s.pending_minor,
    outcome: s.outcome,
    reason: s.reason,
    reason_text: s.reason_text,
    transfer_id: s.transfer_id,
    settled_at: s.settled_at,
    self_billing_number: s.self_billing_number,
    final: proof !== null,
    unpaid: s.unpaid,
    proof: proof && {
      position: proof.position,
      size: proof.size,
      tree_root: proof.tree_root,
      previous_root: proof.previous_root,
      root: proof.root,
    },
    payments: whole ? document.payments : [],
    lines: whole ? [...document.lines, ...document.pending].map(lineView) : [],
    entries: whole ? document.entries : [],
    ...(events ?? { later: [], earlier: [], corrective_number: null }),
  };
}

/** A row of the list. */
export function statementRow(row: StatementDocument | AlteredStatement): StatementRowView {
  if (!('altered' in row)) return { ...statementView(row), altered: false };
  return {
    id: row.id,
    month: row.month,
    currency: row.currency,
    author_id: row.authorId,
    author_name: row.authorName,
    altered: true,
    outcome: 'altered',
    reason: statementErrors.statement_altered.code,
    reason_text: statementErrors.statement_altered.message,
    opening_minor: null,
    earned_minor: null,
    other_minor: null,
    closing_minor: null,
    paid_minor: null,
    carried_minor: null,
    held_minor: null,
    reserve_minor: null,
    disputed_minor: null,
    pending_minor: null,
    transfer_id: null,
    settled_at: null,
    self_billing_number: null,
    corrective_number: null,
    final: true,
    unpaid: [],
    proof: null,
    payments: [],
    lines: [],
    entries: [],
    later: [],
    earlier: [],
  };
}
