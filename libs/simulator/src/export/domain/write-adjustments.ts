import type { RealDispute, RealFacts, RealLine, RealRefund, Writing, Written } from './real-facts.js';

type NameAt = (installId: string, from: string) => string;

/** Refunds, credit notes, disputes and write-offs. One organization sees the parts of its own lines. */
export function writeAdjustments(facts: RealFacts, writing: Writing, nameAt: NameAt): Written[] {
  return [
    ...facts.refunds.flatMap((refund) =>
      ofInvoices(refund, writing).flatMap((part) => writeRefund(part, writing, nameAt)),
    ),
    ...facts.creditNotes
      .filter(({ taken }) => taken.length > 0)
      .map((note) => ({
        at: note.at.toISOString(),
        type: 'credit_note',
        ...invoiceOf(note, writing),
        reason: note.reason,
        lines: linesOf(note.taken, nameAt),
      })),
    ...facts.disputes.flatMap((dispute) =>
      ofInvoices(dispute, writing).flatMap((part, n) => writeDispute(n === 0 ? part : withoutFees(part), writing)),
    ),
    ...facts.writeOffs.map((one) => ({ at: one.at.toISOString(), type: 'write_off', ...invoiceOf(one, writing) })),
  ];
}

/**
 * For one organization every line is paid and returned where it was billed, so an adjustment of an invoice into which
 * others were carried becomes one of each. The first keeps the name.
 */
function ofInvoices<T extends RealRefund | RealDispute>(of: T, { own }: Writing): T[] {
  if (!own) return [of];
  const months = [...new Set(of.taken.map(({ from }) => new Date(from).toISOString().slice(0, 7)))].sort();
  if (months.length === 0) return [of];
  return months.map((month, n) => ({
    ...of,
    id: n === 0 ? of.id : `${of.id}.${n + 1}`,
    month,
    taken: of.taken.filter(({ from }) => new Date(from).toISOString().startsWith(month)),
  }));
}

/** The processor's fee for the steps is written once. */
function withoutFees(dispute: RealDispute): RealDispute {
  return { ...dispute, steps: dispute.steps.map((step) => ({ ...step, fee: '0' })) };
}

function invoiceOf(of: { tenant_id: string; month: string; currency: string }, { named }: Writing): object {
  return { tenant: named(of.tenant_id), month: of.month, currency: of.currency };
}

function linesOf(lines: readonly RealLine[], nameAt: NameAt): object[] {
  return lines.map(({ install_id, from, amount }) => ({
    install: nameAt(install_id, from),
    from: new Date(from).toISOString(),
    amount,
  }));
}

function writeRefund(refund: RealRefund, writing: Writing, nameAt: NameAt): Written[] {
  const { state, made, created_at, booked_at, ended_at } = refund;
  const name = writing.named(refund.id);
  if (writing.own && refund.taken.length === 0) return [];
  const part = writing.own
    ? { lines: linesOf(refund.taken, nameAt) }
    : refund.scope === 'lines'
      ? { lines: linesOf(refund.asked, nameAt) }
      : refund.scope === 'amount'
        ? { amount: refund.amount }
        : {};
  const event = { type: 'refund', refund: name, ...invoiceOf(refund, writing), ...part, reason: refund.reason };
  const failed = (at: Date): Written => ({
    at: at.toISOString(),
    type: 'refund_update',
    refund: name,
    outcome: 'failed',
  });
  if (booked_at !== null)
    return [{ at: booked_at.toISOString(), ...event }, ...(state === 'failed' ? [failed(ended_at!)] : [])];
  if (state === 'failed' && !made) return [{ at: ended_at!.toISOString(), ...event, outcome: 'refused' }];
  const asked = { at: created_at.toISOString(), ...event, outcome: 'pending' };
  return state === 'failed' ? [asked, failed(ended_at!)] : [asked];
}

const INQUIRIES: readonly string[] = ['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'];

/** Steps as recorded: a withdrawal by the processor begins a dispute, before that it is an inquiry. */
function writeDispute(dispute: RealDispute, writing: Writing): Written[] {
  const name = writing.named(dispute.id);
  const amount = writing.own
    ? dispute.taken.reduce((sum, line) => sum + BigInt(line.amount), 0n).toString()
    : dispute.amount;
  if (amount === '0') return [];
  const events: Written[] = [];
  let last = { status: '', phase: 'none' };
  for (const { status, phase, at, fee } of dispute.steps) {
    const when = new Date(at).toISOString();
    const cost = fee === '0' ? {} : { fee };
    const begin = (stage: string): Written => ({
      at: when,
      type: 'dispute',
      dispute: name,
      ...invoiceOf(dispute, writing),
      amount,
      reason: dispute.reason.slice(0, 100),
      stage,
    });
    const move = (stage: string): Written => ({ at: when, type: 'dispute_update', dispute: name, stage });
    const stages: Written[] = [];
    if (phase === 'none') {
      if (INQUIRIES.includes(status) && status !== last.status) {
        if (events.length === 0) stages.push(begin('warning_needs_response'));
        if (status !== 'warning_needs_response') stages.push(move(status));
      }
    } else {
      if (events.length === 0) stages.push(begin('needs_response'));
      else if (last.phase === 'none') stages.push(move('needs_response'));
      const stage = stageOf(status, phase, last.status);
      const taken = last.phase === 'none' && status === 'needs_response';
      if (stage !== undefined && !taken && (status !== last.status || phase !== last.phase || fee !== '0'))
        stages.push(move(stage));
    }
    // The withdrawal of a step is written with the first of its events.
    const [first, ...rest] = stages;
    if (first) events.push({ ...first, ...cost }, ...rest);
    last = { status, phase };
  }
  return events;
}

/** Undefined: announced, and nothing has moved yet. */
function stageOf(status: string, phase: string, before: string): string | undefined {
  if (status === 'won') return phase === 'won' || phase === 'appeal_won' ? phase : undefined;
  if (status === 'lost') return before.startsWith('appeal') ? 'appeal_lost' : 'lost';
  return status;
}
