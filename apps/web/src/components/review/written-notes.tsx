import type { ReactNode } from 'react';
import type { SubmissionView } from '../../api/schema.js';
import { visible } from '../../lib/visible.js';
import { Card, NamedFacts } from '../layout/page.js';
import { When } from '../values/values.js';
import { texts } from '../texts/review.js';
import { labels } from '../../text/labels.js';
import { common } from '../../text/common.js';

/** The author's notes to the reviewer. `reasons` is off where the permissions are listed with theirs. */
export function WrittenNotes({ of: { notes }, reasons = true }: { of: SubmissionView; reasons?: boolean }) {
  if (notes.written_at === null) return null;
  return (
    <Card title={common.forTheReviewer}>
      <NamedFacts
        items={[
          ...(reasons ? notes.permission_reasons : []).map(({ permission, reason }): [string, ReactNode] => [
            texts.writtenNotes.whyPermission(visible(permission)),
            visible(reason),
          ]),
          [
            texts.writtenNotes.facts.test,
            notes.test_notes ? (
              <span key="try" className="pre-line">
                {visible(notes.test_notes, true)}
              </span>
            ) : (
              common.notGiven
            ),
          ],
          [texts.writtenNotes.facts.contact, notes.contact ? visible(notes.contact) : common.notGiven],
          [
            labels.source,
            <span key="by">
              {visible(notes.written_by ?? '')} <When at={notes.written_at} />
            </span>,
          ],
        ]}
      />
    </Card>
  );
}
