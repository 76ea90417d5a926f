/** An event kind that the contract names (contract: Events, Kinds named). */
export interface KnownKind {
  /** The preferred spelling. */
  readonly kind: string;
  /** Who emits it: the Drive, or the host for Drives that list it in `events_consumed`. */
  readonly from: 'drive' | 'host';
  /** `standard` kinds have a defined meaning; `example` kinds show how kinds are named. */
  readonly status: 'standard' | 'example';
  readonly text: string;
}

const drive = (kind: string, text: string): KnownKind => ({ kind, from: 'drive', status: 'standard', text });
const example = (from: KnownKind['from'], text: string, kinds: readonly string[]): KnownKind[] =>
  kinds.map((kind) => ({ kind, from, status: 'example', text }));

/** Every kind that the contract names. A Drive may have others. */
export const knownKinds: readonly KnownKind[] = [
  drive('install.created', 'An install was created.'),
  drive('install.revoked', 'An install was revoked.'),
  drive('user_signup', 'A new end user on the Drive’s standalone side.'),
  drive('subscription_started', 'A paid plan began.'),
  drive('subscription_canceled', 'A paid plan ended.'),
  drive('subprocessor.updated', 'The list of subprocessors changed.'),
  ...example('drive', 'Named as an example of a Drive’s own kind.', [
    'baa.expiring',
    'article_generated',
    'brief_created',
    'audit_completed',
    'fix_committed',
    'message_received',
    'probe.failed',
    'content.draft_ready',
    'content.published',
  ]),
  ...example('host', 'Named as an example of a kind that the host emits.', [
    'contact.created',
    'deal.stage_changed',
    'brand.voice_updated',
    'competitor.move',
    'knowledge.entity_added',
    'campaign.launched',
  ]),
];
