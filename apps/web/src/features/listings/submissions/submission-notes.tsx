import { Button, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useSend, type SubmissionView } from '../../../api/hooks.js';
import { EditError, expectedRevision } from '../../../components/forms/edit-error.js';
import { WrittenNotes } from '../../../components/review/written-notes.js';
import { submitting } from '../../../lib/use-form.js';
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
  const [values, setValues] = useState(() => valuesOf(submission));
  const [edited, setEdited] = useState(submission.notes.revision);
  const save = useSend('/api/v1/submissions/{id}/notes', {
    path: { id: submission.id },
    toast: texts.submissionNotes.toast,
    onDone: (after) => setEdited(after.notes.revision),
  });
  const set = (name: string, value: string): void => setValues((old) => ({ ...old, [name]: value }));
  return (
    <form
      className="card stack"
      onSubmit={submitting(() =>
        save.mutate({
          revision: expectedRevision(edited, save.error),
          permission_reasons: submission.permissions
            .map(({ name }) => ({ permission: name, reason: (values[`why ${name}`] ?? '').trim() }))
            .filter(({ reason }) => reason !== ''),
          test_notes: (values['test_notes'] ?? '').trim(),
          contact: (values['contact'] ?? '').trim(),
        }),
      )}
      noValidate
    >
      <h2>{common.forTheReviewer}</h2>
      <EditError error={save.error} onTheirs={reload} />
      {submission.permissions.map(({ name, text }) => (
        <TextInput
          key={name}
          label={texts.submissionNotes.whyNeedsOptionalLabel(name)}
          description={text}
          maxLength={500}
          value={values[`why ${name}`] ?? ''}
          onChange={(event) => set(`why ${name}`, event.currentTarget.value)}
        />
      ))}
      <Textarea
        label={texts.submissionNotes.testOptionalLabel}
        description={texts.submissionNotes.testOptionalHelp}
        rows={3}
        maxLength={4_000}
        value={values['test_notes'] ?? ''}
        onChange={(event) => set('test_notes', event.currentTarget.value)}
      />
      <TextInput
        label={texts.submissionNotes.contactDuringReviewLabel}
        description={texts.submissionNotes.contactDuringReviewHelp}
        maxLength={254}
        value={values['contact'] ?? ''}
        onChange={(event) => set('contact', event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={save.isPending}>
        {texts.submissionNotes.saveReviewer}
      </Button>
    </form>
  );
}
