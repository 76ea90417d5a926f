import { canonicalKind, flatEventKinds, isEventKind, listsKind, standardEventKinds } from '../../events/kinds.js';
import { childPointer } from '../../json/pointer.js';
import { isObject } from '../../json/types.js';
import { allowsReceiving } from '../permissions.js';
import { type ManifestRule, type RuleReport } from '../rule.js';

const LISTED = { fix: 'List the kinds, or [] for none.' };

const place = (key: string, raw: unknown, kind: string): string =>
  childPointer(`/${key}`, (raw as readonly unknown[]).indexOf(kind));

function checkKinds(report: RuleReport, key: string, raw: unknown, kinds: readonly string[]): void {
  for (const kind of kinds) {
    if (!isEventKind(kind)) {
      report.error(
        'event_kind_form',
        place(key, raw, kind),
        'A kind is written in lower case as noun.verb or noun_verb.',
        'Rename it, for example "article.published".',
        kind,
      );
      continue;
    }
    const dotted = canonicalKind(kind);
    if (dotted !== kind && kinds.includes(dotted))
      report.warn(
        'event_kind_alias',
        place(key, raw, kind),
        `"${kind}" and "${dotted}" are two spellings of one kind.`,
        'List one of them.',
        kind,
      );
  }
}

/** The kinds a Drive emits. */
export const eventsEmitted: ManifestRule = {
  id: 'events-emitted',
  clause: 'Manifest shape B: events_emitted; Events 2 and 3',
  shapes: ['flat', 'structured'],
  doc: {
    number: 'C29',
    title: 'events_emitted lists kinds as noun.verb.',
    cause: 'It is missing, or a kind is not written as noun.verb.',
    fix: 'List every kind the Drive emits, and no other.',
    example: { wrong: '"events_emitted": ["Brief Created"]', right: '"events_emitted": ["brief.created"]' },
  },
  check(manifest, report) {
    const kinds = report.texts(report.root, 'events_emitted', { ...LISTED, optional: report.shape === 'flat' });
    if (!kinds) return;
    checkKinds(report, 'events_emitted', manifest.events_emitted, kinds);
    for (const needed of standardEventKinds) {
      if (!listsKind(kinds, needed)) {
        report.warn(
          'event_kind_lifecycle',
          '/events_emitted',
          `"${needed}" is not listed, though every install and revocation appends its event.`,
          `Add "${needed}".`,
        );
      }
    }
  },
};

/** The kinds a Drive wants to receive. */
export const eventsConsumed: ManifestRule = {
  id: 'events-consumed',
  clause: 'Manifest shape B: events_consumed; Events 3',
  shapes: ['structured'],
  doc: {
    number: 'C30',
    title: 'events_consumed is a list of kinds, perhaps empty.',
    cause:
      'The key is missing, a kind is not written as noun.verb, or nothing can be delivered: there is no "endpoints.receive", or the listed permissions do not allow it.',
    fix: 'Write [] when the Drive consumes nothing. Otherwise give "endpoints.receive", and list "events.receive" if you list permissions.',
    example: {
      wrong: '"events_consumed": ["contact.created"], "permissions_requested": ["venture.read"]',
      right: '"events_consumed": ["contact.created"], "permissions_requested": ["venture.read", "events.receive"]',
    },
  },
  check(manifest, report) {
    const kinds = report.texts(report.root, 'events_consumed', LISTED);
    if (!kinds) return;
    checkKinds(report, 'events_consumed', manifest.events_consumed, kinds);
    const receive = isObject(manifest.endpoints) ? manifest.endpoints.receive : undefined;
    if (kinds.length > 0 && receive === undefined) {
      report.warn(
        'events_consumed_without_receive',
        '/events_consumed',
        'Kinds are consumed, but "endpoints.receive" is missing: nothing can be delivered.',
        'Add the path that takes events as "endpoints.receive".',
      );
    }
    // Without a list the host derives the permissions from the kinds.
    const requested = manifest.permissions_requested;
    const refused = Array.isArray(requested) ? kinds.filter((kind) => !allowsReceiving(requested, kind)) : [];
    if (refused.length > 0) {
      report.warn(
        'events_consumed_without_permission',
        '/permissions_requested',
        `Consumed kinds are never sent, because no listed permission allows it: ${refused.slice(0, 8).join(', ')}${refused.length > 8 ? ' and others' : ''}.`,
        `Add "events.receive", or one like "events.receive:${refused[0]}" for each kind; or consume nothing.`,
        requested,
      );
    }
  },
};

/** Shape A need not list its events. */
export const eventsAssumed: ManifestRule = {
  id: 'events-assumed',
  clause: 'Manifest shape A; Events',
  shapes: ['flat'],
  doc: {
    number: 'C31',
    title: 'A flat manifest without events_emitted is taken to emit the standard kinds.',
    cause: 'The manifest does not say which events it emits.',
    fix: 'List every kind in "events_emitted".',
  },
  check(manifest, report) {
    if (manifest.events_emitted !== undefined) return;
    report.warn(
      'events_assumed',
      '',
      `No events are listed: ${flatEventKinds.join(', ')} are assumed, other kinds are refused.`,
      'List your kinds in "events_emitted".',
    );
  },
};
