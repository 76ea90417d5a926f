import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type ExceptionView } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { Dialog, DialogActions } from '../../components/layout/dialog.js';
import { PickOne, type Choice } from '../../components/forms/pick-one.js';
import { SendError, ActionButton } from '../../components/feedback/feedback.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** The assignee of an item: anybody of finance, the reader first in the list; or nobody. */
export function AssignDialog({ item, onClose }: { item: ExceptionView; onClose: () => void }) {
  const me = useMe()?.user.id;
  const people = useGet('/api/v1/finance/exceptions/people');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const assign = useSend('/api/v1/finance/exceptions/{id}/assign', {
    path: { id: item.id },
    toast: (now) =>
      now.owner_name ? texts.assignDialog.toastNowAssigned(now.owner_name) : texts.assignDialog.toastUnassigned,
    onDone: onClose,
  });
  const all = people.data?.items ?? [];
  const choices: Choice[] = [...all.filter((one) => one.id === me), ...all.filter((one) => one.id !== me)]
    .filter((one) => one.id !== item.owner_id && one.name.toLowerCase().includes(text.trim().toLowerCase()))
    .map((one) => ({ id: one.id, text: one.name, ...(one.id === me ? { note: common.you } : {}) }));
  return (
    <Dialog title={texts.assignDialog.dialogTitle} onClose={onClose}>
      <p>
        {texts.assignDialog.explanation(
          item.owner_name ? texts.assignDialog.currentOwner(item.owner_name) : texts.assignDialog.toastUnassigned,
        )}
      </p>
      <SendError error={assign.error ?? people.error} />
      <PickOne
        label={texts.assignDialog.financeUserLabel}
        choices={choices}
        busy={people.isPending}
        text={text}
        onText={setText}
        chosen={chosen}
        onChoose={setChosen}
      />
      <DialogActions onCancel={onClose}>
        {item.owner_id === null ? null : (
          <Button
            variant="default"
            loading={assign.isPending && chosen === null}
            onClick={() => assign.mutate({ take: false })}
          >
            {texts.assignDialog.removeAssignee}
          </Button>
        )}
        <ActionButton
          whyNot={chosen === null ? texts.assignDialog.whyNot.choosePersonFirst : null}
          loading={assign.isPending && chosen !== null}
          onClick={() => assign.mutate({ to: chosen?.id ?? '' })}
        >
          {chosen ? texts.assignDialog.assignTo(chosen.text) : common.assign}
        </ActionButton>
      </DialogActions>
    </Dialog>
  );
}
