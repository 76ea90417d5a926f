import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { InstallView } from '../../../api/views.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { ActionButton } from '../../../components/feedback/why-not.js';
import { texts } from '../texts/install-detail.js';
import { controlled } from '../../../lib/use-form.js';

/** Ends access now; confirmed by typing the venture's name. */
export function UninstallDialog({ install, onClose }: { install: InstallView; onClose: () => void }): ReactNode {
  const [confirm, setConfirm] = useState('');
  const uninstall = useSend('/api/v1/operator/installs/{id}/uninstall', {
    path: { id: install.id },
    toast: texts.uninstallDialog.toast(install.name, install.venture_name),
    onDone: onClose,
  });
  return (
    <Dialog open title={texts.uninstallDialog.dialogTitle(install.name)} onClose={onClose}>
      <ul className="prose">
        {install.state === 'active' ? (
          <>
            <li>{texts.uninstallDialog.accessEffect}</li>
            <li>{texts.uninstallDialog.invoiceEffect}</li>
            <li>{texts.uninstallDialog.dataEffect}</li>
          </>
        ) : (
          <li>{texts.uninstallDialog.neverRan}</li>
        )}
        {['sending', 'unknown', 'active'].includes(install.state) ? (
          <li>{texts.uninstallDialog.notifiedEffect}</li>
        ) : null}
      </ul>
      <SendError error={uninstall.error} />
      <TextInput label={texts.uninstallDialog.nameLabel(install.venture_name)} {...controlled(confirm, setConfirm)} />
      <DialogActions onCancel={onClose}>
        <ActionButton
          whyNot={confirm === install.venture_name ? null : texts.uninstallDialog.whyNot.nameDiffers}
          color="red"
          loading={uninstall.isPending}
          onClick={() => uninstall.mutate({ confirm })}
        >
          {texts.uninstallDialog.uninstallFrom(install.venture_name)}
        </ActionButton>
      </DialogActions>
    </Dialog>
  );
}
