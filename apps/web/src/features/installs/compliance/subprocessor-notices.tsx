import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type SubprocessorNoticeView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Card } from '../../../components/layout/page.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/compliance.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common, rich } from '../../../text/common.js';

/** Changes of subprocessors that the tenant was notified of, and objecting to them; empty where there were none. */
export function SubprocessorNotices({ id }: { id: string }) {
  const notices = useGet('/api/v1/operator/installs/{id}/subprocessor-notices', { path: { id } });
  if (notices.data?.items.length === 0) return null;
  return (
    <Card title={texts.subprocessors.title}>
      <Resource of={notices} what={texts.subprocessors.names.notices}>
        {({ items }) => (
          <>
            <p className="dim">{texts.subprocessors.explanation}</p>
            {items.map((notice) => (
              <NoticeText key={notice.id} notice={notice} />
            ))}
          </>
        )}
      </Resource>
    </Card>
  );
}

function lines({ added, removed }: SubprocessorNoticeView): readonly string[] {
  if (added === null || removed === null) return [texts.subprocessors.unknown];
  if (added.length + removed.length === 0) return [texts.subprocessors.reordered];
  return [
    ...added.map((line) => common.addedLine(visible(line))),
    ...removed.map((line) => common.removedLine(visible(line))),
  ];
}

function NoticeText({ notice }: { notice: SubprocessorNoticeView }) {
  const { objected_at: objected, objection } = notice;
  return (
    <div className="stack stack-8">
      <p>{rich(texts.subprocessors.noticed, { at: <When at={notice.noticed_at} /> })}</p>
      <ul>
        {lines(notice).map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ul>
      {objected !== null ? (
        <p>{rich(texts.subprocessors.objected, { at: <When at={objected} />, reason: visible(objection ?? '') })}</p>
      ) : notice.may_object ? (
        <div className="row">
          <span>{rich(texts.subprocessors.until, { until: <When at={notice.object_until} /> })}</span>
          <DialogButton aria-label={texts.subprocessors.objectLabel} dialog={<ObjectionDialog notice={notice} />}>
            {texts.subprocessors.object}
          </DialogButton>
        </div>
      ) : (
        <p>{texts.subprocessors.over}</p>
      )}
    </div>
  );
}

function ObjectionDialog({ notice }: { notice: SubprocessorNoticeView }) {
  const [reason, setReason] = useState('');
  const send = useSend('/api/v1/operator/subprocessor-notices/{id}/objection', {
    path: { id: notice.id },
    toast: texts.subprocessors.toast,
  });
  return (
    <SendDialog
      title={texts.subprocessors.dialogTitle}
      send={send}
      confirm={texts.subprocessors.object}
      whyNot={reason.trim().length >= 10 ? null : texts.subprocessors.whyNot.reasonShort}
      onConfirm={() => send.mutate({ reason: reason.trim() })}
    >
      <Textarea
        label={common.reason}
        description={texts.subprocessors.reasonHelp}
        maxLength={2_000}
        autosize
        minRows={3}
        {...controlled(reason, setReason)}
      />
    </SendDialog>
  );
}
