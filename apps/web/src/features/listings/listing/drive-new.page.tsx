import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useSend, type DriveView } from '../../../api/hooks.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { EmptyState, SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { useForm, controlled, submitting } from '../../../lib/use-form.js';
import { useUrlState } from '../../../lib/url-state.js';
import { manifestUrlOf, useSandbox } from '../../../shell/sandbox/sandbox.js';
import { hasEnded } from './has-ended.js';
import { texts as driveTexts } from '../../../components/texts/drives.js';
import { formatMonth, formatSpan } from '../../../lib/format.js';
import { texts } from '../texts/listing.js';
import { common, rich } from '../../../text/common.js';

/** One field: the address of the manifest. The checks run on the next page while you watch. */
export function DriveNewPage() {
  const drives = useGet('/api/v1/author/drives');
  return (
    <ResourcePage of={drives} title={common.submitAManifest}>
      {({ items }) => {
        const drives = items.filter((drive) => !hasEnded(drive));
        if (drives.length > 0)
          return (
            <MemberMay do="develop">
              <SubmitForm drives={drives} />
            </MemberMay>
          );
        return items.length > 0 ? (
          <EmptyState>{texts.driveNew.allDrivesEnded}</EmptyState>
        ) : (
          <EmptyState>
            {rich(texts.driveNew.noDriveReserved, { link: (text) => <Link to="/author/application">{text}</Link> })}
          </EmptyState>
        );
      }}
    </ResourcePage>
  );
}

function SubmitForm({ drives }: { drives: readonly DriveView[] }) {
  const [wanted] = useUrlState('drive');
  const [driveId, setDriveId] = useState(drives.find((drive) => drive.id === wanted)?.id ?? drives[0]?.id ?? '');
  const reference = useSandbox()?.reference_drive_url;
  const navigate = useNavigate();
  const submit = useSend('/api/v1/author/drives/{driveId}/submissions', {
    path: { driveId },
    onDone: (submission) => void navigate({ to: '/author/submissions/$id', params: { id: submission.id } }),
  });
  const form = useForm({ manifest_url: '' }, submit.error);
  return (
    <form
      className="card stack form"
      onSubmit={submitting(() => submit.mutate({ manifest_url: form.values.manifest_url.trim() }))}
      noValidate
    >
      <SendError error={submit.error} rest={form.rest} />
      {drives.length > 1 ? (
        <NativeSelect
          label={common.drive}
          {...controlled(driveId, setDriveId)}
          data={drives.map((drive) => ({ value: drive.id, label: drive.name }))}
        />
      ) : null}
      <TextInput
        label={common.manifestUrl}
        description={texts.driveNew.manifestUrlHelp}
        type="url"
        {...form.field('manifest_url')}
      />
      {reference ? (
        <Button variant="default" onClick={() => form.set({ manifest_url: manifestUrlOf(reference) })}>
          {texts.driveNew.useReferenceDrive}
        </Button>
      ) : null}
      <ActionButton
        whyNot={form.values.manifest_url.trim() === '' ? texts.driveNew.whyNot.enterManifestUrl : null}
        type="submit"
        loading={submit.isPending}
      >
        {texts.driveNew.checkAndSubmit}
      </ActionButton>
      <ReviewTimes />
    </form>
  );
}

/** One sentence for an author who is about to wait. */
function ReviewTimes() {
  const statistics = useGet('/api/public/review-statistics');
  const newest = statistics.data?.kinds.find(({ kind }) => kind === 'submission')?.months[0];
  if (!statistics.data) return null;
  return (
    <p className="small dim">
      {newest
        ? driveTexts.reviewStatistics.timesOfMonth(
            formatMonth(newest.month),
            formatSpan(newest.median_ms),
            formatSpan(newest.p90_ms),
          )
        : driveTexts.reviewStatistics.reviewTimesReviewTarget(statistics.data.due_hours)}{' '}
      <a href="/statistics">{common.reviewStatistics}</a>
    </p>
  );
}
