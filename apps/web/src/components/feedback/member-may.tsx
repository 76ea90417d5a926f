import type { ReactNode } from 'react';
import { useMe, type MemberCapability } from '../../api/session.js';
import { texts } from '../texts/feedback.js';

/** Whether the person may do this in the organisation they act for; true for who acts for none yet, as for the API. */
export function useMemberMay(capability: MemberCapability): boolean {
  const me = useMe();
  return !me || me.acts_for === null || me.member_may.includes(capability);
}

/** Buttons and forms for members with a right to them; everybody else reads who has it. */
export function MemberMay({ do: capability, children }: { do: MemberCapability; children: ReactNode }) {
  return useMemberMay(capability) ? children : <p className="small dim">{texts.memberMay[capability]}</p>;
}
