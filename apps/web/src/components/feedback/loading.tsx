import { useEffect, useState } from 'react';
import { texts } from '../texts/feedback.js';

/** True once `ms` have passed while mounted. */
function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}

/** Nothing for 300 ms, then lines in the place of the content, after 10 s a note that it is still loading. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const show = useAfter(300);
  const slow = useAfter(10_000);
  if (!show) return <div aria-busy="true" />;
  return (
    <div className="stack stack-8" aria-busy="true">
      <span className="visually-hidden" role="status">
        {slow ? texts.states.stillWorking : texts.states.loading}
      </span>
      {Array.from({ length: lines }, (_, i) => (
        <div key={i} className="skeleton" />
      ))}
      {slow ? <p className="dim">{texts.states.explanation}</p> : null}
    </div>
  );
}
