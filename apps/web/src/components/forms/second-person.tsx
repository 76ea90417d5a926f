import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { SendError } from '../feedback/feedback.js';
import { common } from '../../text/common.js';

type Proposals = 'policy-proposals';

interface SecondPersonProps {
  of: Proposals;
  proposal: { id: string; proposed_by_id: string | null };
  approve?: string;
  toast?: string;
  color?: string;
  /** In the place of the approval for who proposed it. */
  own?: ReactNode;
  /** The approval, where more is to be seen before it. */
  children?: ReactNode;
}

/** What finance does with a proposal: another person approves or declines it, who made it may withdraw it. */
export function SecondPerson({ of, proposal, own = null, ...props }: SecondPersonProps): ReactNode {
  const mine = useMe()?.user.id === proposal.proposed_by_id;
  const path = { id: proposal.id };
  const { approve: label = common.approve, toast = common.toastApproved } = props;
  const approve = useSend(`/api/v1/finance/${of}/{id}/approve`, { path, toast });
  const reject = useSend(`/api/v1/finance/${of}/{id}/reject`, { path, toast: common.toastDeclined });
  const approval = props.children ?? (
    <Button color={props.color} loading={approve.isPending} onClick={() => approve.mutate({})}>
      {label}
    </Button>
  );
  return (
    <>
      <div className="row">
        {mine ? own : approval}
        <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate({})}>
          {mine ? common.withdraw : common.decline}
        </Button>
      </div>
      <SendError error={approve.error ?? reject.error} />
    </>
  );
}
