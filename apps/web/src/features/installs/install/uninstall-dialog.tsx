import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { InstallView } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';

/** Ends access now; confirmed by typing the venture's name. */
export function UninstallDialog({ install, onClose }: { install: InstallView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [confirm, setConfirm] = useState('');
  const uninstall = useSend('/api/v1/operator/installs/{id}/uninstall', {
    path: { id: install.id },
    onDone: () => {
      toast(`${install.name} is being removed from ${install.venture_name}.`);
      onClose();
    },
  });
  return (
    <Dialog open title={`Uninstall ${install.name}`} onClose={onClose}>
      <ul className="prose">
        <li>Access ends now and the plugin's token is revoked.</li>
        <li>The last invoice covers the time until now. Nothing is charged after that.</li>
        <li>The author’s terms apply to the data they keep.</li>
      </ul>
      <SendError error={uninstall.error} />
      <TextInput
        label={`Type the venture name, “${install.venture_name}”, to confirm`}
        value={confirm}
        onChange={(event) => setConfirm(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WhyNot reason={confirm === install.venture_name ? null : 'Type the name exactly as shown.'}>
          {(described) => (
            <Button
              color="red"
              {...described}
              loading={uninstall.isPending}
              onClick={() => uninstall.mutate({ confirm })}
            >
              Uninstall from {install.venture_name}
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
