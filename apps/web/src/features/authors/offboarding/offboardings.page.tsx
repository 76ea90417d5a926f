import { TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { FindAuthor } from '../../../components/forms/find-one.js';
import { Card } from '../../../components/layout/page.js';
import type { Choice } from '../../../components/forms/pick-one.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { SendError, StatusBadge, ActionButton, SendButton } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts/offboarding.js';
import { controlled } from '../../../lib/use-form.js';
import { common } from '../../../text/common.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

/** Authors who leave or are offboarded, and the form to offboard one. */
export function OffboardingsPage() {
  const offboardings = useGet('/api/v1/admin/offboardings');
  return (
    <ResourcePage of={offboardings} title={common.offboarding}>
      {({ items }) => (
        <>
          <DataTable
            label={common.offboarding}
            rows={items}
            empty={texts.offboardings.empty}
            rowKey={(row) => `${row.org_id} ${row.asked_at}`}
            titles={texts.offboardings.columns}
            columns={[
              { id: 'org', cell: (row) => row.org_name },
              { id: 'state', cell: (row) => <StatusBadge kind="offboarding" code={row.state} /> },
              { id: 'by', cell: (row) => row.asked_by },
              { id: 'reason', cell: (row) => row.reason },
              { id: 'closes', cell: (row) => <When at={row.closes_at} /> },
              { id: 'ends', cell: (row) => <When at={row.ends_at} /> },
              { id: 'act', cell: (row) => (row.can_be_taken_back ? <TakeBack orgId={row.org_id} /> : '') },
            ]}
          />
          <EndAccount />
        </>
      )}
    </ResourcePage>
  );
}

function TakeBack({ orgId }: { orgId: string }) {
  const withdraw = useSend('/api/v1/admin/authors/{orgId}/offboarding/withdraw', { path: { orgId } });
  return (
    <SendButton send={withdraw} variant="default" onClick={() => withdraw.mutate()}>
      {common.withdraw}
    </SendButton>
  );
}

function EndAccount() {
  const [author, setAuthor] = useState<Choice | null>(null);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const end = useSend('/api/v1/admin/authors/{orgId}/offboarding', {
    path: { orgId: author?.id ?? '' },
    toast: texts.offboardings.endAccountToast,
    onDone: () => {
      setAuthor(null);
      setName('');
      setReason('');
    },
  });
  const missing =
    author === null
      ? common.chooseAnAuthorFirst
      : name.trim() !== author.text
        ? texts.offboardings.typeToConfirm(author.text)
        : saysTooLittle(reason)
          ? texts.offboardings.giveAReason
          : null;
  return (
    <section className="stack" aria-labelledby="end-account">
      <h2 id="end-account">{texts.offboardings.endAccountHeading}</h2>
      <Card>
        <p>{texts.offboardings.endAccountExplanation}</p>
        <FindAuthor
          label={common.author}
          description={texts.offboardings.description}
          chosen={author}
          onChoose={setAuthor}
        />
        <TextInput
          label={texts.offboardings.organisationNameConfirmLabel}
          description={author ? texts.offboardings.organisationNameConfirmHelp(author.text) : undefined}
          {...controlled(name, setName)}
        />
        <Textarea
          label={common.reason}
          description={common.sentToTheAuthor}
          autosize
          minRows={2}
          {...controlled(reason, setReason)}
        />
        <SendError error={end.error} />
        <ActionButton
          whyNot={missing}
          color="red"
          loading={end.isPending}
          onClick={() => end.mutate({ reason: reason.trim(), confirm_name: name })}
        >
          {texts.offboardings.announceClosure}
        </ActionButton>
      </Card>
    </section>
  );
}
