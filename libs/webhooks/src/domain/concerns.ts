/** Whose webhooks a fact concerns: an organisation's, the host's (null), or those of every author. */
export type Concerns = { readonly orgId: string | null } | 'every_author';
