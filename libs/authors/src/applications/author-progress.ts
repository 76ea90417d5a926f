/**
 * An author's progress in features above this one, for the list of next steps. Port, implemented by the composing
 * module.
 */
export abstract class AuthorProgress {
  abstract of(orgId: string): Promise<{ manifestSubmitted: boolean; payoutsReady: boolean }>;
}
