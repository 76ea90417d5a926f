/** Whose webhooks receive an event: those of an organisation, of the host (null), or of every author. */
export type Concerns = { readonly orgId: string | null } | 'every_author';
