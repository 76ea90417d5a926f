import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { formatMoney, formatRelative, formatSince, formatUtc, shortenId } from '../../lib/format.js';
import { byPortalTime, serverNowMs } from '../../lib/server-time.js';
import { common } from '../../text/common.js';
import { texts } from '../texts/values.js';

/** An amount in minor units (decimal string) with its currency; always two decimals where the currency has two. */
export function Money({ minor, currency }: { minor: string | number; currency: string }) {
  return <span className="num">{formatMoney(minor, currency)}</span>;
}

/** An amount where there may be none to show. */
export function AmountOf({ minor, currency }: { minor: string | null; currency: string }) {
  return minor === null ? <span className="dim">–</span> : <Money minor={minor} currency={currency} />;
}

/** A named figure of a money or count strip. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="figure-label">{label}</div>
      <div className="figure-value">{children}</div>
    </div>
  );
}

/**
 * Re-renders every `everyMs` milliseconds and gives the server's now: of this render, not of the last tick, or what was
 * loaded since would seem to be still to come.
 */
export function useServerNow(everyMs: number): number {
  const [, setTicked] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setTicked(serverNowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return serverNowMs();
}

interface WhenProps {
  at: string | null | undefined;
  /** By the machine's clock. */
  machine?: boolean;
  /** The last time of something that is repeated: without one it never was. */
  last?: boolean;
}

/** Relative up to seven days, then the date; the exact time opens on hover and focus. */
export function When({ at, machine, last }: WhenProps) {
  return at ? (
    <Instant at={machine ? byPortalTime(at) : at} text={formatRelative} />
  ) : (
    <span className="dim">{last ? common.never : '–'}</span>
  );
}

/** How long something lasts already, for a sentence: "for 3 h", from the eighth day on "since 2 Dec 2026". */
export function Since({ at }: { at: string | null | undefined }) {
  return at ? <Instant at={at} text={formatSince} /> : null;
}

function Instant({ at, text }: { at: string; text: (at: string, nowMs: number) => string }) {
  const now = useServerNow(30_000);
  return (
    <Tooltip label={formatUtc(at)}>
      <time className="time" dateTime={at} tabIndex={0}>
        {text(at, now)}
      </time>
    </Tooltip>
  );
}

export function CopyButton({ text, label }: { text: string; label: string }) {
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
export function Id({ value, what = texts.copy.id }: { value: string; what?: string }) {
  return (
    <span className="copyable">
      <span className="mono" title={value}>
        {shortenId(value)}
      </span>
      <CopyButton text={value} label={texts.copy.copy(what, shortenId(value))} />
    </span>
  );
}
