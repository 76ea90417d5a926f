import { Button, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useSend, type SubmissionView } from '../../../api/hooks.js';
import { EditError, expectedRevision } from '../../../components/forms/edit-error.js';
import { WrittenNotes } from '../../../components/review/written-notes.js';
import { submitting, useForm } from '../../../lib/use-form.js';
import { texts } from '../texts/submissions.js';
import { common } from '../../../text/common.js';

/** Not decided yet, so that its author may still change something. */
export const isUndecided = ({ state }: SubmissionView): boolean =>
  ['received', 'validating', 'in_review', 'changes_requested'].includes(state);

type Values = Record<string, string>;

const valuesOf = ({ notes, permissions }: SubmissionView): Values => ({
  test_notes: notes.test_notes,
  contact: notes.contact,
  ...Object.fromEntries(
    permissions.map(({ name }) => [
      `why ${name}`,
      notes.permission_reasons.find((one) => one.permission === name)?.reason ?? '',
    ]),
  ),
});

/** Notes for the reviewer in addition to the manifest: editable until the decision, read-only otherwise. */
export function SubmissionNotes({ of }: { of: SubmissionView }) {
  const [round, setRound] = useState(0);
  const develops = useMemberMay('develop');
  if (!isUndecided(of) || !develops) return <WrittenNotes of={of} />;
  // The permissions are known once the manifest was read.
  const known = of.permissions.map(({ name }) => name).join(' ');
  return <NotesForm key={`${round} ${known}`} of={of} reload={() => setRound((n) => n + 1)} />;
}

function NotesForm({ of: submission, reload }: { of: SubmissionView; reload: () => void }) {
  const [edited, setEdited] = useState(submission.notes.revision);
  const save = useSend('/api/v1/submissions/{id}/notes', {
    path: { id: submission.id },
    toast: texts.submissionNotes.toast,
    onDone: (after) => setEdited(after.notes.revision),
  });
  const form = useForm(valuesOf(submission), save.error);
  const trimmed = (name: string): string => (form.values[name] ?? '').trim();
  return (
    <form
      className="card stack"
      onSubmit={submitting(() =>
        save.mutate({
          revision: expectedRevision(edited, save.error),
          permission_reasons: submission.permissions
            .map(({ name }) => ({ permission: name, reason: trimmed(`why ${name}`) }))
            .filter(({ reason }) => reason !== ''),
          test_notes: trimmed('test_notes'),
          contact: trimmed('contact'),
        }),
      )}
      noValidate
    >
      <h2>{common.forTheReviewer}</h2>
      <EditError error={save.error} onTheirs={reload} rest={form.rest} />
      {submission.permissions.map(({ name, text }) => (
        <TextInput
          key={name}
          label={texts.submissionNotes.whyNeedsOptionalLabel(name)}
          description={text}
          maxLength={500}
          {...form.field(`why ${name}`)}
        />
      ))}
      <Textarea
        label={texts.submissionNotes.testOptionalLabel}
        description={texts.submissionNotes.testOptionalHelp}
        rows={3}
        maxLength={4_000}
        {...form.field('test_notes')}
      />
      <TextInput
        label={texts.submissionNotes.contactDuringReviewLabel}
        description={texts.submissionNotes.contactDuringReviewHelp}
        maxLength={254}
        {...form.field('contact')}
      />
      <Button type="submit" variant="default" loading={save.isPending}>
        {texts.submissionNotes.saveReviewer}
      </Button>
    </form>
  );
}
