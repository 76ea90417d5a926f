import { listingStates } from '../../listing/domain/listing-state.js';
import { SKIP_REASONS, type SyncNoteKind } from '../../sync/domain/sync-decision.js';
import { TROUBLES } from '../../sync/sync-notes.repository.js';
import { HOLD_PARTIES, holdOf, HOLDS, type HoldKind } from './hold.js';
import { submissionStates } from './submission-state.js';

/** Nothing waits in them. */
const FREE = ['approved', 'withdrawn', 'unlisted', 'listed', 'sunset_announced'];
const NOTICES: SyncNoteKind[] = ['subprocessors_unannounced', 'subprocessors_unreadable', 'token_still_accepted'];
const STATES: readonly HoldKind[] = [...submissionStates.states, ...listingStates.states];
const NOTES: readonly HoldKind[] = [...SKIP_REASONS, ...TROUBLES, 'version_not_raised', ...NOTICES];

describe('what holds a Drive', () => {
  it.each(STATES)('is known in the state %s', (state) => {
    expect(holdOf(state) === null).toBe(FREE.includes(state));
  });

  it.each(NOTES)('is known when the sync noticed %s, in its words', (kind) => {
    const hold = holdOf(kind, 'What was seen.');
    if (NOTICES.includes(kind as SyncNoteKind)) expect(hold).toBeNull();
    else expect(hold).toMatchObject({ kind, why: 'What was seen.' });
  });

  it('says who acts and what would pass, in whole sentences', () => {
    for (const kind of Object.keys(HOLDS) as HoldKind[]) {
      const hold = holdOf(kind, 'Because of this.');
      if (!hold) continue;
      expect(HOLD_PARTIES).toContain(hold.party);
      expect([kind, hold.passes, hold.why]).toEqual([
        kind,
        expect.stringMatching(/^[A-Z].+\.$/),
        expect.stringMatching(/^[A-Z].+\.$/),
      ]);
    }
  });

  it('names nobody but the author where the author can end it', () => {
    const authors = (['failed', 'changes_requested', 'version_lowered', 'invalid', 'not_submitted'] as const).map(
      (kind) => holdOf(kind)?.party,
    );
    expect(new Set(authors)).toEqual(new Set(['author']));
  });
});
