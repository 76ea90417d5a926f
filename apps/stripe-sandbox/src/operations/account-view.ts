import type { Json, JsonObject } from '../json.js';
import { hash, text, type ApiObject } from '../state/objects.js';

/** Stored form of accounts, whichever API version made them. */
export const accountKind = 'v2.core.account';

export const capabilityStates = ['active', 'pending', 'restricted', 'rejected', 'unsupported'] as const;
export type CapabilityState = (typeof capabilityStates)[number];

/** State of the capability to receive transfers; undefined when it was never requested. */
export function transfersCapability(account: JsonObject): string | undefined {
  const balance = hash(hash(hash(hash(account.configuration).recipient).capabilities).stripe_balance);
  return text(hash(balance.stripe_transfers).status);
}

/** The recipient configuration with the capability in a state. */
export function recipientWith(status: CapabilityState): JsonObject {
  const code = { pending: 'determining_status', rejected: 'rejected_other', unsupported: 'unsupported_country' }[
    status as string
  ];
  const details: Json[] =
    status === 'active'
      ? []
      : [
          {
            code: code ?? 'requirements_past_due',
            resolution:
              status === 'restricted' ? 'provide_info' : status === 'pending' ? 'no_resolution' : 'contact_stripe',
          },
        ];
  return {
    applied: true,
    capabilities: { stripe_balance: { stripe_transfers: { status, status_details: details } } },
  };
}

const wanted: Record<string, string[]> = {
  individual: ['identity.individual.given_name', 'identity.individual.surname', 'identity.individual.date_of_birth'],
  company: ['identity.business_details.registered_name', 'identity.business_details.id_numbers'],
};

/** Open requirements of an account that has not finished onboarding. */
export function openRequirements(entityType: string | undefined): JsonObject {
  const names = [
    ...(wanted[entityType ?? 'individual'] ?? wanted.company ?? []),
    'configuration.recipient.default_outbound_destination',
    'identity.attestations.terms_of_service.account',
  ];
  return requirementsOf(names.map((name) => ({ name, errors: [] })));
}

export function requirementsOf(open: { name: string; errors: Json[] }[]): JsonObject {
  return {
    entries: open.map(({ name, errors }) => ({
      awaiting_action_from: 'user',
      description: name,
      errors,
      impact: {
        restricts_capabilities: [
          {
            capability: 'stripe_balance.stripe_transfers',
            configuration: 'recipient',
            deadline: { status: 'currently_due' },
          },
        ],
      },
      minimum_deadline: { status: 'currently_due' },
      requested_reasons: [{ code: 'routine_onboarding' }],
    })),
    summary: open.length ? { minimum_deadline: { status: 'currently_due' } } : {},
  };
}

const includable = ['defaults', 'future_requirements', 'identity', 'requirements'];

/** The account as v2 answers it: parts that were not requested with `include` are null. */
export function viewAccount(account: ApiObject, include: Json | undefined): JsonObject {
  const asked = Array.isArray(include) ? include : [];
  const view: JsonObject = { ...account };
  for (const part of includable) if (!asked.includes(part)) view[part] = null;
  const configuration = hash(account.configuration);
  const parts = ['customer', 'merchant', 'recipient'].map((name) => [
    name,
    asked.includes(`configuration.${name}`) ? (configuration[name] ?? null) : null,
  ]);
  view.configuration = parts.some(([, part]) => part !== null) ? (Object.fromEntries(parts) as JsonObject) : null;
  return view;
}
