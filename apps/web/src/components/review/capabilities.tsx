import { TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type CapabilitiesView, type CapabilityView } from '../../api/hooks.js';
import { controlled } from '../../lib/use-form.js';
import { common } from '../../text/common.js';
import { Resource } from '../feedback/resource.js';
import { ReasonButton } from '../forms/post-button.js';
import { SendDialog } from '../forms/send-dialog.js';
import { DialogButton } from '../layout/dialog-button.js';
import { Card } from '../layout/page.js';
import { DataTable } from '../tables/data-table.js';
import { texts as areaTexts } from '../texts/review.js';
import { saysTooLittle } from '../forms/min-reason.js';

const texts = areaTexts.capabilities;

/** What a thing may do now, why not the rest, and the way to switch one off with a second person. For staff. */
export function Capabilities({ thing, id }: { thing: string; id: string }) {
  const title = texts.title(thing);
  const found = useGet('/api/v1/capabilities/{thing}/{id}', { path: { thing, id } });
  return (
    <Card title={title}>
      <Resource of={found} what={title} lines={4}>
        {(view) => (
          <DataTable
            label={title}
            rows={view.capabilities}
            rowKey={({ name }) => name}
            columns={[
              { id: 'may', cell: ({ words }) => words },
              { id: 'now', cell: ({ because }) => because ?? common.yes },
              { id: 'act', cell: (row) => <Act of={view} row={row} /> },
            ]}
          />
        )}
      </Resource>
    </Card>
  );
}

function Act({ of, row }: { of: CapabilitiesView; row: CapabilityView }) {
  return row.switch_id === null ? (
    <DialogButton
      aria-label={texts.switchOffLabel(row.words)}
      dialog={(close) => <SwitchOff of={of} row={row} onClose={close} />}
    >
      {texts.switchOff}
    </DialogButton>
  ) : (
    <ReasonButton
      aria-label={texts.endLabel(row.words)}
      to="/api/v1/capabilities/switches/{id}/end"
      options={{ path: { id: row.switch_id }, toast: texts.ended }}
      title={texts.endLabel(row.words)}
      effect={texts.endEffect}
      readBy={common.readBy}
      confirm={texts.end}
    >
      {texts.end}
    </ReasonButton>
  );
}

function SwitchOff({ of, row, onClose }: { of: CapabilitiesView; row: CapabilityView; onClose: () => void }) {
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const path = { thing: of.thing, id: of.id };
  const send = useSend('/api/v1/capabilities/{thing}/{id}/switches', { path, toast: texts.proposed, onDone: onClose });
  return (
    <SendDialog
      title={texts.dialogTitle(of.name, row.words)}
      send={send}
      confirm={common.propose}
      whyNot={until === '' || saysTooLittle(reason) ? texts.incomplete : null}
      onClose={onClose}
      onConfirm={() => send.mutate({ capability: row.name, until: `${until}T00:00:00Z`, reason: reason.trim() })}
    >
      <TextInput type="date" label={texts.until} {...controlled(until, setUntil)} />
      <Textarea label={common.reason} description={texts.reasonHelp} rows={3} {...controlled(reason, setReason)} />
    </SendDialog>
  );
}
