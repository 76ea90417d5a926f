import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { texts } from '../texts/keys.js';

interface KeyActionsProps {
  /** A secret is in use already. */
  hasKey: boolean;
  issue: { isPending: boolean; mutate: () => void };
  onRotate: (mode: 'overlap' | 'leaked') => void;
}

/** Issues the first secret, or replaces the one in use. */
export function KeyActions({ hasKey, issue, onRotate }: KeyActionsProps): ReactNode {
  return (
    <MemberMay do="develop">
      <div className="row">
        {hasKey ? (
          <>
            <Button onClick={() => onRotate('overlap')}>{texts.keyActions.rotateSecret}</Button>
            <Button variant="default" onClick={() => onRotate('leaked')}>
              {texts.keyActions.reportALeak}
            </Button>
          </>
        ) : (
          <Button loading={issue.isPending} onClick={() => issue.mutate()}>
            {texts.keyActions.issueSecret}
          </Button>
        )}
      </div>
    </MemberMay>
  );
}
