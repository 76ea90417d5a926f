/** One run of a scheduled job: when it may begin nothing new any more. */
export interface Round {
  readonly signal: AbortSignal;
  /** It is over: lets go of what it listened to. */
  end(): void;
}

/** Ends when one of `reasons` does, and after `ms` at the latest. */
export function beginRound(reasons: readonly AbortSignal[], ms: number): Round {
  const round = new AbortController();
  const abort = (): void => round.abort();
  const timer = setTimeout(abort, ms);
  for (const reason of reasons) {
    if (reason.aborted) abort();
    reason.addEventListener('abort', abort);
  }
  return {
    signal: round.signal,
    end: () => {
      clearTimeout(timer);
      for (const reason of reasons) reason.removeEventListener('abort', abort);
    },
  };
}
