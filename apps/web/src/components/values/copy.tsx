import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { shortenId } from '../../lib/format.js';
import { texts } from '../texts/values.js';

export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    });
  };
  return (
    <ActionIcon variant="subtle" size={24} onClick={copy} aria-label={copied ? texts.copy.copiedLabel : label}>
      {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  );
}

/** An id or digest: monospace, the middle shortened, with a button that copies all of it. */
export function Id({ value, what = texts.copy.id }: { value: string; what?: string }): ReactNode {
  return (
    <span className="copyable">
      <span className="mono" title={value}>
        {shortenId(value)}
      </span>
      <CopyButton text={value} label={texts.copy.copy(what, shortenId(value))} />
    </span>
  );
}
