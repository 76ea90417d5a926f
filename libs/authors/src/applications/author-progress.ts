/** What features above know about an author's way, for the list of next steps. Provided by whoever composes them. */
export abstract class AuthorProgress {
  abstract of(orgId: string): Promise<{ manifestSubmitted: boolean | null; payoutsReady: boolean | null }>;
}
