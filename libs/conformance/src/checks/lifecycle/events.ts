import { canonicalKind } from '@portal/contract';
import type { Check } from '../../check.js';
import { statusOf, succeeded } from '../../probe/answer.js';
import { hasKind, tally, type LifecycleRecord } from '../../probe/lifecycle.js';
import type { EventPull } from '../../probe/probe.js';
import { judgesOf } from './judged.js';

const ofEvents = judgesOf('events');

function newKinds(before: EventPull, after: EventPull): { type: string }[] {
  const known = tally(before.rows ?? []);
  const fresh: { type: string }[] = [];
  for (const row of after.rows ?? []) {
    const [digest] = tally([row]).keys();
    const left = known.get(digest!) ?? 0;
    if (left > 0) known.set(digest!, left - 1);
    else fresh.push(row);
  }
  return fresh;
}

function lifecycleEvent(
  id: string,
  rule: string,
  kind: string,
  clause: string,
  of: (record: LifecycleRecord) => EventPull | undefined,
): Check {
  return ofEvents.error(id, rule, clause, (record, blame) => {
    const pull = of(record);
    if (!pull?.rows || !record.eventsBefore.rows) return false;
    if (newKinds(record.eventsBefore, pull).some(({ type }) => canonicalKind(type) === kind)) return;
    blame(pull.probe, {
      expected: `a new row of the kind "${kind}" (or "${kind.replace('.', '_')}")`,
      cause: hasKind(pull.rows, kind)
        ? `There is a row "${kind}", but it was there before.`
        : `No event "${kind}" follows.`,
      fix: `Append an event "${kind}" in the same transaction.`,
    });
  });
}

const noEventForUnknown = ofEvents.error(
  'C94',
  'unknown_revoke_changes_nothing',
  'States: DELETE install/:id',
  ({ eventsAfterInstall, eventsAfterUnknown, unknown }, blame) => {
    if (!eventsAfterInstall?.rows || !eventsAfterUnknown?.rows) return false;
    if (newKinds(eventsAfterInstall, eventsAfterUnknown).some(({ type }) => canonicalKind(type) === 'install.revoked'))
      blame(unknown, {
        expected: 'no change and no event',
        cause: 'The end of an install that nobody has appends an event.',
      });
  },
);

const since = ofEvents.error('C95', 'events_since', 'Endpoints 2', ({ eventsAgain }, blame) => {
  if (!eventsAgain?.rows) return false;
  const asked = Number(new URL(eventsAgain.probe.url).searchParams.get('since'));
  // Older rows mean that `since` is ignored, which C137 reports without an install.
  if (eventsAgain.rows.some(({ ts }) => ts < asked)) return false;
  if (eventsAgain.rows.some(({ ts }) => ts === asked))
    blame(eventsAgain.probe, {
      expected: 'only rows whose ts is strictly greater than since, in milliseconds',
      cause: 'A row whose ts equals since comes back: the comparison is ">=" and must be ">".',
    });
});

const sinceDefault = ofEvents.error(
  'C96',
  'events_since_default',
  'Endpoints 2',
  ({ eventsAbsent, eventsText }, blame) => {
    if (!eventsAbsent || !eventsText) return false;
    for (const { probe } of [eventsAbsent, eventsText]) {
      const status = statusOf(probe);
      if (status === null || status === 401 || succeeded(probe)) continue;
      blame(probe, {
        level: status >= 500 ? 'error' : 'warning',
        expected: 'status 200 with the events from the beginning',
        cause: `${probe.url.includes('since=') ? 'A since that is no number' : 'A call without since'} answers ${status}.`,
      });
    }
  },
);

const appendOnly = ofEvents.error(
  'C97',
  'events_append_only',
  'Events 1',
  ({ eventsAfterInstall, eventsAfterUnknown }, blame) => {
    if (!eventsAfterInstall?.rows || !eventsAfterUnknown?.rows) return false;
    const later = tally(eventsAfterUnknown.rows);
    const lost = [...tally(eventsAfterInstall.rows)].filter(([digest, count]) => (later.get(digest) ?? 0) < count);
    if (lost.length > 0)
      blame(eventsAfterUnknown.probe, {
        expected: 'every row as it was read before',
        cause: `${lost.length} of the rows read a moment ago are gone or changed.`,
      });
  },
);

/** C87, C93 to C97: the event log while installs come and go. */
export const eventLogChecks: readonly Check[] = [
  lifecycleEvent('C87', 'install_event', 'install.created', 'States: POST install', (r) => r.eventsAfterInstall),
  lifecycleEvent('C93', 'revoke_event', 'install.revoked', 'States: DELETE install/:id', (r) =>
    r.revoke && succeeded(r.revoke) ? r.eventsAfterRevoke : undefined,
  ),
  noEventForUnknown,
  since,
  sinceDefault,
  appendOnly,
];
