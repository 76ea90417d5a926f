import type { StatementDocument, StatementLine, StatementProof } from '@portal/statement-proof';
import { statementErrors } from '../errors.js';
import type { AlteredStatement } from '../read/statements.js';
import type { EarningLineView, StatementRowView, StatementView } from './statements.view.js';

const placeOf = ({ salts: _salts, path: _path, ...place }: StatementProof) => place;

type Events = Pick<StatementView, 'later' | 'earlier' | 'corrective_number'>;

export function lineView(line: StatementLine): EarningLineView {
  const { payment_tx, drive_id: _drive, running_after: _after, ...shown } = line;
  return { ...shown, state: payment_tx === null ? 'pending' : 'earned' };
}

/** A statement for a page. `events`: what happened since; undefined in lists, which have no lines and entries either. */
export function statementView(document: StatementDocument, events?: Events): StatementView {
  const whole = events !== undefined;
  const { proof } = document;
  const { exponent: _e, run_id: _r, payout_id: _p, after_tx: _a, cutoff_tx: _c, ...header } = document.statement;
  const { adjustments_minor: other_minor, fees_minor: _f, lines_elsewhere: _l, ...shown } = header;
  return {
    ...shown,
    other_minor,
    final: proof !== null,
    proof: proof && placeOf(proof),
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
