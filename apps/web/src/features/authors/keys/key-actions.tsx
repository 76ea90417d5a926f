import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface KeyActionsProps {
  /** A secret is in use already. */
  hasKey: boolean;
  issue: { isPending: boolean; mutate: () => void };
  onRotate: (mode: 'overlap' | 'leaked') => void;
}

/** Issues the first secret, or replaces the one in use. */
export function KeyActions({ hasKey, issue, onRotate }: KeyActionsProps): ReactNode {
  return (
    <div className="row">
      {hasKey ? (
        <>
          <Button onClick={() => onRotate('overlap')}>Rotate secret</Button>
          <Button variant="default" onClick={() => onRotate('leaked')}>
            Report a leak
          </Button>
        </>
      ) : (
        <Button loading={issue.isPending} onClick={() => issue.mutate()}>
          Issue secret
        </Button>
      )}
    </div>
  );
}
