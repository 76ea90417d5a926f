import { createHash } from 'node:crypto';
import { SCENARIO_VERSION } from './scenario.js';

/** Months `first` to `last`, and the instants between which they lie. */
export interface MonthRange {
  readonly from: Date;
  readonly to: Date;
  readonly first: string;
  readonly last: string;
}

/** What happened, as it is stored; amounts are decimal text. */
export interface RealFacts {
  readonly segments: {
    install_id: string;
    tenant_id: string;
    venture_id: string;
    drive_id: string;
    org_id: string | null;
    free: boolean;
    amount: string;
    currency: string;
    started_at: Date;
    ended_at: Date | null;
  }[];
  readonly policies: { key: string; value: unknown; valid_from: Date }[];
  readonly tenants: { tenant_id: string; has_card: boolean; untried: boolean }[];
  readonly authors: { org_id: string; country: string; state: string | null }[];
  readonly periods: { month: string; closed_at: Date }[];
  readonly payments: {
    tenant_id: string;
    month: string;
    currency: string;
    state: 'succeeded' | 'declined' | 'requires_action';
    fee: string | null;
    at: Date;
  }[];
  readonly runs: {
    month: string;
    prepared_by: string;
    prepared_at: Date;
    approved_at: Date | null;
    executed_at: Date | null;
    approvals: { user_id: string; at: string }[];
  }[];
  readonly transfers: { month: string; org_id: string; currency: string; refused: boolean; at: Date | null }[];
}

type Written = Record<string, unknown> & { at: string };

/**
 * Writes facts as a scenario. Ids become names, because names sort as ids do. For one organization its customers and the
 * finance team stay unnamed, and what others earned with the same invoices stays out.
 */
export function assembleScenario(facts: RealFacts, range: MonthRange, orgId: string | null): object {
  const unnamed = (kind: string, id: string): string =>
    orgId === null ? id : `${kind}-${createHash('sha256').update(`${orgId} ${id}`).digest('hex').slice(0, 16)}`;
  const tenant = (id: string): string => unnamed('t', id);
  const at = (instant: Date): string => instant.toISOString();
  const within = (instant: Date): boolean => instant >= range.from;
  const events: Written[] = [
    ...facts.policies
      .filter((policy) => within(policy.valid_from))
      .map(({ key, value, valid_from }) => ({ at: at(valid_from), type: 'policy', key, value })),
    ...installs(facts, range, tenant, orgId === null),
    ...facts.periods.map(({ month, closed_at }) => ({ at: at(closed_at), type: 'close_month', month })),
    ...facts.payments.map((payment) => ({
      at: at(payment.at),
      type: 'payment',
      tenant: tenant(payment.tenant_id),
      month: payment.month,
      currency: payment.currency,
      outcome: payment.state === 'succeeded' ? 'paid' : payment.state,
      ...(orgId === null && payment.fee !== null ? { fee: payment.fee } : {}),
    })),
    ...facts.runs.flatMap((run) => runEvents(run, (id) => unnamed('f', id))),
    ...facts.transfers.flatMap(({ month, org_id, currency, refused, at: when }) =>
      when === null
        ? []
        : [
            {
              at: at(when),
              type: 'transfer',
              month,
              author: org_id,
              currency,
              outcome: refused ? 'destination_refused' : 'made',
            },
          ],
    ),
  ];
  // Stable: what happened at one instant stays in the order above, which is the order in which it must.
  events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return {
    scenario: SCENARIO_VERSION,
    title: range.first === range.last ? range.first : `${range.first} to ${range.last}`,
    until: range.last,
    policies: Object.fromEntries(
      facts.policies.filter((policy) => !within(policy.valid_from)).map(({ key, value }) => [key, value]),
    ),
    authors: Object.fromEntries(
      facts.authors.map(({ org_id, country, state }) => [
        org_id,
        { country, account: state === null ? 'none' : state === 'ready' ? 'ready' : 'not_ready' },
      ]),
    ),
    drives: Object.fromEntries(
      facts.segments.map(({ drive_id, org_id }) => [
        drive_id,
        org_id === null ? { first_party: true } : { author: org_id },
      ]),
    ),
    tenants: Object.fromEntries(
      facts.tenants.map(({ tenant_id, has_card, untried }) => [
        tenant(tenant_id),
        { card: has_card && !untried ? 'ok' : 'none' },
      ]),
    ),
    events,
  };
}

/** Segments of an install that follow each other are one install with changes; after a gap it has another name. */
function installs(facts: RealFacts, range: MonthRange, tenant: (id: string) => string, ventures: boolean): Written[] {
  const pieces = new Map<string, number>();
  return facts.segments.flatMap((segment, i): Written[] => {
    const before = facts.segments[i - 1];
    const follows =
      before?.install_id === segment.install_id && before.ended_at?.getTime() === segment.started_at.getTime();
    const piece = (pieces.get(segment.install_id) ?? 0) + (follows ? 0 : 1);
    pieces.set(segment.install_id, piece);
    const install = piece === 1 ? segment.install_id : `${segment.install_id}.${piece}`;
    const start = segment.started_at < range.from ? range.from : segment.started_at;
    const price = { price: segment.free ? '0' : segment.amount, currency: segment.currency };
    const next = facts.segments[i + 1];
    const ends =
      segment.ended_at !== null &&
      segment.ended_at < range.to &&
      !(next?.install_id === segment.install_id && next.started_at.getTime() === segment.ended_at.getTime());
    return [
      follows
        ? { at: start.toISOString(), type: 'change_plan', install, ...price }
        : {
            at: start.toISOString(),
            type: 'install',
            install,
            drive: segment.drive_id,
            tenant: tenant(segment.tenant_id),
            ...(ventures ? { venture: segment.venture_id } : {}),
            ...price,
          },
      ...(ends ? [{ at: segment.ended_at!.toISOString(), type: 'uninstall', install }] : []),
    ];
  });
}

function runEvents(run: RealFacts['runs'][number], person: (id: string) => string): Written[] {
  const { month, prepared_at, prepared_by, approved_at, executed_at, approvals } = run;
  return [
    { at: prepared_at.toISOString(), type: 'prepare_run', month, by: person(prepared_by) },
    ...approvals.map((approval, i) => ({
      // The last approval is the one that sets the money aside.
      at: i === approvals.length - 1 && approved_at ? approved_at.toISOString() : new Date(approval.at).toISOString(),
      type: 'approve_run',
      month,
      by: person(approval.user_id),
    })),
    ...(executed_at ? [{ at: executed_at.toISOString(), type: 'execute_run', month }] : []),
  ];
}
