/** Interface texts of authors: organizations. */
export const texts = {
  invitation: {
    title: 'Invitation',
    explanation: (organization: string) => `You are invited to join “${organization}” in Drive Portal.`,
    role: (role: string) => `Your role there is ${role}.`,
    sentTo: (email: string, expiresAt: string) => `The invitation is for ${email} and expires on ${expiresAt}.`,
    enterFirst: (email: string) =>
      `Create an account with ${email}, or sign in if you have one. You come back here to join.`,
    join: (organization: string) => `Join ${organization}`,
    somebodyElse: (email: string, invited: string) =>
      `You are signed in as ${email}, but the invitation is for ${invited}. Sign out, then sign in or create an account with that address.`,
  },
  team: {
    roleNames: {
      owner: 'Owner: everything, including people and the agreement',
      developer: 'Developer: Drives, reviews, secrets; no money',
      finance: 'Finance: earnings, payouts, payout account',
      read_only: 'Read only: view everything',
    },
    explanation: 'An owner invites people and changes their roles.',
    toast: (email: string) => `The invitation for ${email} was revoked.`,
    revoke: 'Revoke',
    nameIsYou: (name: string) => `${name} (you)`,
    toastIsNow: (name: string, role: string) => `${name} is now ${role}.`,
    toastRemovedTeam: (name: string) => `${name} was removed from the team.`,
    changeDialogTitle: (name: string) => `Change ${name}`,
    changeDialogExplanation: 'Takes effect immediately, including for their API tokens.',
    whyNot: {
      alreadyRole: (name: string) => `${name} already has this role.`,
    },
    changeRole: 'Change role',
    invitationsToast: (email: string) => `We sent an invitation to ${email}. The link is valid for 7 days.`,
    invitationsTitle: 'Invite a person',
    sendInvitation: 'Send invitation',
    names: { openInvitations: 'the open invitations' },
    invitationsEmpty: 'No open invitations.',
    invitationsTableLabel: 'Open invitations',
    leaveTheOrganisation: 'Leave the organisation',
    leaveExplanation: 'You lose access to its Drives, secrets and earnings immediately. An owner can invite you again.',
    stay: 'Stay',
    leave: 'Leave',
  },
} as const;
