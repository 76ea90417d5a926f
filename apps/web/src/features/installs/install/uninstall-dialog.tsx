import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend, type InstallView } from '../../../api/hooks.js';
import { texts } from '../texts/install-detail.js';
import { common } from '../../../text/common.js';
import { controlled } from '../../../lib/use-form.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';

/** Ends access now; confirmed by typing the venture's name. */
export function UninstallDialog({ install }: { install: InstallView }) {
  const [confirm, setConfirm] = useState('');
  const uninstall = useSend('/api/v1/operator/installs/{id}/uninstall', {
    path: { id: install.id },
    toast: texts.uninstallDialog.toast(install.name, install.venture_name),
  });
  return (
    <SendDialog
      title={texts.uninstallDialog.dialogTitle(install.name)}
      send={uninstall}
      confirm={texts.uninstallDialog.uninstallFrom(install.venture_name)}
      whyNot={confirm === install.venture_name ? null : common.typeTheNameExactlyAsShown}
      danger
      onConfirm={() => uninstall.mutate({ confirm })}
    >
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
      <TextInput label={texts.uninstallDialog.nameLabel(install.venture_name)} {...controlled(confirm, setConfirm)} />
    </SendDialog>
  );
}
