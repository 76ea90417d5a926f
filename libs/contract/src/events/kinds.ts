/** Longest accepted kind name, in characters. */
export const MAX_KIND_LENGTH = 128;

const KIND = /^[a-z][a-z0-9]*(?:[._][a-z0-9]+)*$/;

/** True for a kind name of either convention: `noun.verb` or with underscores (contract: Events 2). */
export function isEventKind(kind: unknown): kind is string {
  return typeof kind === 'string' && kind.length <= MAX_KIND_LENGTH && KIND.test(kind);
}

/** Kinds that the contract names in two spellings, alias to the dotted form (contract: Events, Kinds named). */
export const eventKindAliases: Readonly<Record<string, string>> = Object.freeze({
  install_created: 'install.created',
  install_revoked: 'install.revoked',
});

/** Kinds assumed for a manifest that lists none (shape A). */
export const standardEventKinds: readonly string[] = Object.freeze(['install.created', 'install.revoked']);

const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries(eventKindAliases));

/** The one spelling under which a kind is compared: aliases resolved, all else unchanged. */
export function canonicalKind(kind: string): string {
  return kind.includes('.') ? kind : (ALIASES.get(kind) ?? kind);
}

/** True when `kind` is in the list under either spelling. */
export function listsKind(kinds: readonly string[], kind: string): boolean {
  if (kinds.includes(kind)) return true;
  const wanted = canonicalKind(kind);
  return kinds.some((listed) => canonicalKind(listed) === wanted);
}
