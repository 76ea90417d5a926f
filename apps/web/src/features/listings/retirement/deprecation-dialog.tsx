import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { serverNowMs } from '../../../lib/server-time.js';
import { controlled } from '../../../lib/use-form.js';
import type { Sent } from '../../../components/forms/send-dialog.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { texts } from '../texts/retirement.js';
import { common } from '../../../text/common.js';

const DAY_MS = 86_400_000;
const dayAfter = (days: number): string => new Date(serverNowMs() + days * DAY_MS).toISOString().slice(0, 10);

interface DeprecationDialogProps {
  title: string;
  send: Sent;
  onConfirm: (body: { closes_at: string; retires_at: string; reason: string }) => void;
}

/** The two days of a Drive's end, and why. The server holds the notice of 90 days. */
export function DeprecationDialog({ onConfirm, ...dialog }: DeprecationDialogProps) {
  const [closes, setCloses] = useState(() => dayAfter(30));
  const [retires, setRetires] = useState(() => dayAfter(120));
  return (
    <ReasonDialog
      {...dialog}
      effect={
        <div className="stack">
          <p>{texts.deprecationDialog.explanation}</p>
          <div className="row">
            <TextInput
              type="date"
              label={texts.deprecationDialog.closesInstallsUtcLabel}
              {...controlled(closes, setCloses)}
              min={dayAfter(1)}
              required
            />
            <TextInput
              type="date"
              label={texts.deprecationDialog.installsEndUtcLabel}
              description={texts.deprecationDialog.installsEndUtcHelp}
              {...controlled(retires, setRetires)}
              min={dayAfter(91)}
              required
            />
          </div>
        </div>
      }
      readBy={texts.deprecationDialog.readBy}
      confirm={common.announceRetirement}
      danger
      onConfirm={({ text }) =>
        onConfirm({ closes_at: `${closes}T00:00:00Z`, retires_at: `${retires}T00:00:00Z`, reason: text })
      }
    />
  );
}
