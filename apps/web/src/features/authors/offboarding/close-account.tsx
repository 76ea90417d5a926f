import { TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type OffboardingView } from '../../../api/hooks.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge, SendButton } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts/offboarding.js';
import { controlled } from '../../../lib/use-form.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';
import { MIN_REASON, saysTooLittle } from '../../../components/forms/min-reason.js';

/** The end of the developer account: requested with its name, shown with its days, cancelled while that is possible. */
export function CloseAccount() {
  const own = useGet('/api/v1/author/offboarding');
  return (
    <section className="stack" aria-labelledby="close-account">
      <h2 id="close-account">{texts.closeAccount.heading}</h2>
      <Resource of={own} what={texts.closeAccount.names.accountStatus} lines={2}>
        {({ org_name, offboarding }) =>
          offboarding === null ? <Announce name={org_name} /> : <Announced offboarding={offboarding} />
        }
      </Resource>
    </section>
  );
}

function Announce({ name }: { name: string }) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const announce = useSend('/api/v1/author/offboarding');
  return (
    <Card>
      <p>{texts.closeAccount.whatHappens}</p>
      <DialogButton
        color="red"
        variant="outline"
        dialog={(close) => (
          <SendDialog
            title={texts.closeAccount.announceDialogTitle(name)}
            send={announce}
            confirm={texts.closeAccount.closeAccount}
            cancel={common.keepIt}
            whyNot={
              saysTooLittle(reason)
                ? texts.closeAccount.whyNot.reasonTooShort(MIN_REASON)
                : typed.trim() === name.trim()
                  ? null
                  : common.typeTheNameExactlyAsShown
            }
            danger
            onClose={close}
            onConfirm={() => announce.mutate({ reason: reason.trim(), confirm_name: typed }, { onSuccess: close })}
          >
            <p>{texts.closeAccount.whoIsNotified}</p>
            <Textarea
              label={common.whyLabel}
              description={texts.closeAccount.whyHelp}
              autosize
              minRows={2}
              {...controlled(reason, setReason)}
            />
            <TextInput
              label={texts.closeAccount.typeToConfirmLabel(name)}
              autoComplete="off"
              {...controlled(typed, setTyped)}
            />
          </SendDialog>
        )}
      >
        {texts.closeAccount.closeAccount}
      </DialogButton>
    </Card>
  );
}

function Announced({ offboarding }: { offboarding: OffboardingView }) {
  const withdraw = useSend('/api/v1/author/offboarding/withdraw', {
    toast: texts.closeAccount.announcedToast,
  });
  return (
    <Card>
      <Facts
        titles={texts.closeAccount.announcedFacts}
        items={{
          status: <StatusBadge kind="offboarding" code={offboarding.state} />,
          announcedBy: offboarding.asked_by,
          reason: offboarding.reason,
          noNewInstallsFrom: <When at={offboarding.closes_at} />,
          installsAccountEnd: <When at={offboarding.ends_at} />,
        }}
      />
      {offboarding.can_be_taken_back && !offboarding.by_staff ? (
        <SendButton send={withdraw} variant="default" onClick={() => withdraw.mutate()}>
          {texts.closeAccount.keepAccountOpen}
        </SendButton>
      ) : null}
    </Card>
  );
}
