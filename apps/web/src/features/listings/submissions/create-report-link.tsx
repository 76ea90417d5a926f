import { Button } from '@mantine/core';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useRemove, type SubmissionView } from '../../../api/hooks.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { CopyButton, When } from '../../../components/values/values.js';
import { Card } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/submissions.js';
import { rich } from '../../../text/rich.js';

/** Lets others read the checks of a submission under an address of its own, for a while. */
export function ShareReport({ of }: { of: SubmissionView }) {
  const path = { id: of.id };
  const end = useRemove('/api/v1/submissions/{id}/share', {
    path,
    toast: texts.createReportLink.toastSharingStopped,
  });
  const develops = useMemberMay('develop');
  const shared = of.shared;
  if (!shared && !develops) return null;
  const address = shared ? new URL(shared.path, window.location.origin).href : '';
  const share = (
    <PostButton
      to="/api/v1/submissions/{id}/share"
      options={{ path, toast: texts.createReportLink.toastSharedCopy }}
      body={undefined}
    >
      {shared ? texts.createReportLink.newLink : texts.createReportLink.shareReport}
    </PostButton>
  );
  return (
    <Card title={texts.createReportLink.title}>
      {shared ? (
        <>
          <p>{rich(texts.createReportLink.linkShared, { time: <When at={shared.expires_at} /> })}</p>
          <div className="row">
            <code>{address}</code>
            <CopyButton text={address} label={texts.createReportLink.copyLink} />
          </div>
          {develops ? (
            <div className="row">
              <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
                {texts.createReportLink.stopSharing}
              </Button>
              {share}
            </div>
          ) : null}
        </>
      ) : (
        <>
          <p className="dim">{texts.createReportLink.whatItShares}</p>
          <div className="row">{share}</div>
        </>
      )}
      <SendError error={end.error} />
    </Card>
  );
}
