/** When aborted, a run of a scheduled job starts nothing new. */
interface RunDeadline {
  readonly signal: AbortSignal;
  /** Ends it and removes its timer and listeners. */
  end(): void;
}

/** Aborts when one of `reasons` does, or after `ms`. */
export function startDeadline(reasons: readonly AbortSignal[], ms: number): RunDeadline {
  const deadline = new AbortController();
  const abort = (): void => deadline.abort();
  const timer = setTimeout(abort, ms);
  for (const reason of reasons) {
    if (reason.aborted) abort();
    reason.addEventListener('abort', abort);
  }
  return {
    signal: deadline.signal,
    end: () => {
      clearTimeout(timer);
      for (const reason of reasons) reason.removeEventListener('abort', abort);
    },
  };
}
