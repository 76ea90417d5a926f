/** Longest accepted kind name, in characters. */
export const MAX_KIND_LENGTH = 128;

const KIND = /^[a-z][a-z0-9]*(?:[._][a-z0-9]+)*$/;

/** True for a kind name of either convention: `noun.verb` or with underscores (contract: Events 2). */
export function isEventKind(kind: unknown): kind is string {
  return typeof kind === 'string' && kind.length <= MAX_KIND_LENGTH && KIND.test(kind);
}

/**
 * The alternative spelling of each kind that the contract lists with one (contract: Events 2 and Kinds named), with the
 * preferred spelling.
 */
export const eventKindAliases: Readonly<Record<string, string>> = Object.freeze({
  install_created: 'install.created',
  install_revoked: 'install.revoked',
  'user.signup': 'user_signup',
  'subscription.started': 'subscription_started',
  'subscription.canceled': 'subscription_canceled',
});

/** Kinds that every Drive emits: an install and its end append one each. */
export const standardEventKinds: readonly string[] = Object.freeze(['install.created', 'install.revoked']);

/** Kinds that a manifest may emit if it cannot list any (shape A): those that the contract names for it. */
export const flatEventKinds: readonly string[] = Object.freeze([
  ...standardEventKinds,
  'user_signup',
  'subscription_started',
  'subscription_canceled',
]);

const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries(eventKindAliases));

/** The spelling by which kinds are compared: aliases resolved, everything else unchanged. */
export function canonicalKind(kind: string): string {
  return ALIASES.get(kind) ?? kind;
}

/** True when `kind` is in the list in either spelling. */
export function listsKind(kinds: readonly string[], kind: string): boolean {
  if (kinds.includes(kind)) return true;
  const wanted = canonicalKind(kind);
  return kinds.some((listed) => canonicalKind(listed) === wanted);
}
