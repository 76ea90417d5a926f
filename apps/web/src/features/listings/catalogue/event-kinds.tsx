import type { ReactNode } from 'react';

/** Kinds of events under a heading; empty when there are none. */
export function EventKinds({ title, kinds }: { title: string; kinds: readonly string[] }): ReactNode {
  if (kinds.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <div className="row">
        {kinds.map((kind) => (
          <code key={kind}>{kind}</code>
        ))}
      </div>
    </div>
  );
}
