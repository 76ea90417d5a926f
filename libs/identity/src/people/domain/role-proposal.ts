export const PROPOSAL_STATES = ['open', 'confirmed', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Roles that need two admins: one proposes, another confirms. */
export const PROPOSED_ROLES = ['finance', 'admin'] as const;
export type ProposedRole = (typeof PROPOSED_ROLES)[number];

export function isProposedRole(role: string): role is ProposedRole {
  return (PROPOSED_ROLES as readonly string[]).includes(role);
}

const LIFE_MS = 7 * 24 * 60 * 60_000;

/** Until when a proposal made now can be confirmed; the table allows no longer time. */
export function proposalEnds(now: Date): Date {
  return new Date(now.getTime() + LIFE_MS);
}

/** State of a proposal at an instant. A proposal that was not confirmed in time has expired. */
export function proposalState(proposal: { state: ProposalState; expiresAt: Date }, now: Date): ProposalState {
  return proposal.state === 'open' && proposal.expiresAt <= now ? 'expired' : proposal.state;
}
