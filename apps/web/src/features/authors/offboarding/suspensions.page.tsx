import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { Capabilities } from '../../../components/review/capabilities.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { FindAuthor } from '../../../components/forms/find-one.js';
import { Card, Page } from '../../../components/layout/page.js';
import type { Choice } from '../../../components/forms/pick-one.js';
import { ReasonButton } from '../../../components/forms/post-button.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { StatusBadge, ActionButton } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { optionsOf } from '../../../lib/options.js';
import { useUrlState } from '../../../lib/url-state.js';
import { suspensionReasons } from '../../../text/suspension-reasons.js';
import { texts } from '../texts/offboarding.js';
import { common, rich } from '../../../text/common.js';
import { ticked } from '../../../lib/use-form.js';

type Code = keyof typeof suspensionReasons;
const isCode = (text: string): text is Code => text in suspensionReasons;

/** Developer accounts that staff suspended, and the way to suspend one and to resume it. */
export function SuspensionsPage() {
  const [show, setShow] = useUrlState('show');
  const onlyOpen = show === 'open';
  const suspensions = useList('/api/v1/admin/suspensions', { query: { ...(onlyOpen && { open: 'true' as const }) } });
  return (
    <Page title={common.suspensions}>
      <p className="dim">{texts.suspensions.explanation}</p>
      <div className="filters">
        <Checkbox label={texts.suspensions.activeOnly} {...ticked(onlyOpen, (on) => setShow(on ? 'open' : ''))} />
      </div>
      <ListTable
        label={common.suspensions}
        list={suspensions}
        onClearFilters={onlyOpen ? () => setShow('') : undefined}
        empty={texts.suspensions.empty}
        titles={texts.suspensions.columns}
        columns={[
          { id: 'org', cell: (row) => row.org_name },
          { id: 'state', cell: (row) => <StatusBadge kind="suspension" code={row.state} /> },
          {
            id: 'reason',
            cell: (row) => (
              <>
                {suspensionReasons[row.code]}
                <div className="dim">{row.reason}</div>
              </>
            ),
          },
          {
            id: 'since',
            cell: (row) =>
              rich(texts.suspensions.suspendedBy, {
                time: <When at={row.suspended_at} />,
                suspendedBy: row.suspended_by,
              }),
          },
          {
            id: 'until',
            cell: (row) =>
              row.resumed_at ? (
                <>
                  {rich(texts.suspensions.resumedBy, { time: <When at={row.resumed_at} />, resumedBy: row.resumed_by })}
                  <div className="dim">{row.resume_reason}</div>
                </>
              ) : (
                ''
              ),
          },
          {
            id: 'act',
            cell: (row) =>
              row.state === 'suspended' ? (
                <ReasonButton
                  aria-label={texts.suspensions.resumeLabel(row.org_name)}
                  to="/api/v1/admin/authors/{orgId}/resume"
                  options={{
                    path: { orgId: row.org_id },
                    toast: texts.suspensions.resumeDialogToast(row.org_name),
                  }}
                  title={texts.suspensions.resumeLabel(row.org_name)}
                  effect={texts.suspensions.resumeDialogEffect}
                  readBy={texts.suspensions.resumeDialogReadBy}
                  confirm={texts.suspensions.resumeLabel(row.org_name)}
                >
                  {common.resume}
                </ReasonButton>
              ) : (
                ''
              ),
          },
        ]}
      />
      <SuspendAuthor />
    </Page>
  );
}

function SuspendAuthor() {
  const [author, setAuthor] = useState<Choice | null>(null);
  const [asking, setAsking] = useState(false);
  const suspend = useSend('/api/v1/admin/authors/{orgId}/suspend', {
    path: { orgId: author?.id ?? '' },
    toast: texts.suspensions.suspendAuthorToast(author?.text ?? common.theAuthor),
    onDone: () => {
      setAsking(false);
      setAuthor(null);
    },
  });
  return (
    <Card title={texts.suspensions.suspendAuthorTitle}>
      <FindAuthor
        label={common.author}
        description={texts.offboardings.description}
        chosen={author}
        onChoose={setAuthor}
      />
      <ActionButton whyNot={author ? null : common.chooseAnAuthorFirst} color="red" onClick={() => setAsking(true)}>
        {texts.suspensions.suspend}
      </ActionButton>
      {author ? <Capabilities thing="author" id={author.id} /> : null}
      {asking && author ? (
        <ReasonDialog
          danger
          title={texts.suspensions.suspendAuthorDialogTitle(author.text)}
          effect={texts.suspensions.suspendAuthorEffect}
          readBy={texts.suspensions.suspendAuthorReadBy}
          reasons={optionsOf(suspensionReasons)}
          confirm={texts.suspensions.suspendAuthorDialogTitle(author.text)}
          send={suspend}
          onClose={() => setAsking(false)}
          onConfirm={({ code, text }) => {
            if (isCode(code)) suspend.mutate({ reason_code: code, reason: text });
          }}
        />
      ) : null}
    </Card>
  );
}
