import { plural } from '../../text/plural.js';

/** Interface texts of identity. */
export const texts = {
  account: {
    profileTitle: 'Profile',
    noneYet: 'none yet',
  },
  device: {
    browserOnSystem: (browser: string, os: string) => `${browser} on ${os}`,
    unknownBrowserOn: (os: string) => `Unknown browser on ${os}`,
    unknownBrowser: 'Unknown browser',
  },
  password: {
    toast: 'Password changed. All other sessions and your API tokens have ended.',
    currentPasswordLabel: 'Current password',
    newPasswordHelp: 'At least 12 characters. All other sessions and your API tokens will end.',
  },
  recoveryCodes: {
    yourRecoveryCodesTitle: 'Your recovery codes',
    warning: 'This is the only time they are shown. Each code works once if you lose your phone.',
    names: { them: 'them' },
    copyTheCodes: 'Copy the codes',
  },
  secondFactor: {
    names: { secondStep: 'the second step' },
    cardNotice: 'Your staff roles are inactive until two-factor authentication is on. Set it up now.',
    cardFacts: {
      recoveryCodesLeft: 'Recovery codes left',
    },
    setUpToast: 'Two-factor authentication is on. Your other sessions have ended.',
    whyTwoSteps:
      'After your password, you enter a code from an app on your phone. A stolen password alone is not enough.',
    setUp: 'Set up two-factor authentication',
    scanOrEnter: 'Scan the QR code with an authenticator app, or enter the key. Then enter the code from the app.',
    qrCodeLabel: 'QR code for the authenticator app',
    copyTheKey: 'Copy the key',
    codeLabel: 'Code',
    changeButtonsToast: 'Two-factor authentication is off.',
    newRecoveryCodes: 'New recovery codes',
    turnOffTwoTitle: 'Turn off two-factor authentication',
    turnOffEffect: 'After that, your password alone is enough to sign in.',
    newCodesEffect: 'Your current recovery codes stop working.',
    createNewCodes: 'Create new codes',
  },
  sessions: {
    toastOtherEnded: (revoked: number) => `${revoked} other ${plural(revoked, 'session has', 'sessions have')} ended.`,
    title: 'Sessions',
    names: { sessions: 'your sessions' },
    endOtherSessions: 'End all other sessions',
    columns: {
      device: 'Device',
      since: 'Signed in',
      seen: 'Last active',
    },
    thisSession: 'This session',
    toastSessionEnded: 'Session ended.',
  },
  operatorInvitations: {
    title: 'Invitations',
    explanation:
      'The platform invites you to install plugins for a customer, decide on their upgrades and see what they cost.',
    empty:
      'No invitations. If the platform invites you to look after the plugins of a customer, you can accept or decline here.',
    invited: (tenant: string, at: string) => `${tenant}, invited ${at}`,
    until: (at: string) => `Can be accepted until ${at}.`,
    accept: 'Accept',
    acceptLabel: (tenant: string) => `Accept the invitation of ${tenant}`,
    declineLabel: (tenant: string) => `Decline the invitation of ${tenant}`,
    toastAccepted: (tenant: string) => `You are now an operator of ${tenant}.`,
    toastDeclined: (tenant: string) => `Invitation of ${tenant} declined.`,
  },
  apiTokens: {
    names: { apiTokens: 'your API tokens' },
  },
  endToken: {
    toast: 'Token revoked.',
  },
  hostTokens: {
    title: 'API tokens of host services',
    explanation:
      'The host’s own services call the API with these tokens. Give each one only the scopes that it needs: a scope that writes also reads.',
    everything: (access: string) => `every scope (${access})`,
    scopes: 'Scopes',
    areas: {
      tenants: 'Tenants and ventures',
      operators: 'Operators of tenants',
      compliance: 'Compliance records of tenants',
      installs: 'Installs, their settings and upgrades',
      events: 'Events to plugins and their deliveries',
      billing: 'How tenants pay, and their invoices',
    },
    nothing: 'no access',
    secondAdmin:
      'A token that writes does not work until another admin has approved it. The other admins are notified by email.',
    waits: 'Waits for another admin',
    whyNot: {
      noScope: 'Choose at least one scope.',
      noReason: 'Enter a reason for the second admin, of at least 20 characters.',
    },
  },
  teamTokens: {
    title: 'API tokens of the organisation',
  },
  tokenList: {
    tokenTableEmpty: 'No API tokens.',
    tokenTableColumns: {
      prefix: 'Starts with',
      used: 'Last used',
    },
    accessAs: (access: string, roles: string) => `${access}, as ${roles}`,
    nameNewTokenLabel: 'Name of the new token',
    actsAsLabel: 'Acts as',
    options: {
      read: 'read',
      write: 'read and change',
    },
    expiresAfterLabel: 'Expires after',
    days: (count: string) => `${count} days`,
    createToken: 'Create token',
    newApiTokenTitle: 'Your new API token',
    tokenRevealWarning: 'This is the only time it is shown. Send it as “Authorization: Bearer …”.',
    copyTheToken: 'Copy the token',
  },
  notifications: {
    emailPreferencesTitle: 'Email preferences',
    names: {
      preferences: 'your preferences',
      earlierOnes: 'the earlier ones',
    },
    earlierNotifications: (earlier: string, count: number) =>
      `${earlier} earlier ${plural(count, 'notification', 'notifications')}`,
    earlierThanLabel: (subject: string) => `Earlier than “${subject}”`,
    markAsRead: 'Mark as read',
    toastEmailsTurned: (name: string) => `${name}: emails turned on.`,
    emailsTurnedOff: (name: string) => `${name}: emails turned off.`,
    topicLabel: 'Topic',
    sentEmpty: 'No notifications yet. Notifications are kept here for 180 days.',
    sentColumns: {
      topic: 'Topic',
      mailed: 'By mail',
    },
    noTurnedOff: 'No (turned off)',
    unreadCount: (unread: string) => `${unread} unread`,
    whatHeading: 'Text',
    toastMarked: (read: number) => `${read} ${plural(read, 'notification', 'notifications')} marked as read.`,
    whyNot: { stillCounting: 'Unread notifications are still being counted.' },
    noUnreadNotifications: 'No unread notifications.',
    markRead: 'Mark all as read',
    choicesIntroduction: 'Notifications you turn off are still listed above. Changes apply to future emails.',
    choicesHeading: 'Always sent',
    cannotBeTurnedOff: 'These cannot be turned off because they concern your access, rights or money.',
  },
  people: {
    states: {
      active: 'Active',
    },
    nameEMailLabel: 'Name or email',
    empty: 'No accounts yet.',
    changeRoles: 'Change roles',
    whyNot: {
      ownAccount: 'You cannot disable your own account. Ask another admin.',
      ownFactor: 'You cannot request this for your own account. Ask another admin.',
    },
    enable: 'Enable',
    disable: 'Disable',
    enableLabel: (name: string) => `Enable ${name}`,
    disableLabel: (name: string) => `Disable ${name}`,
    removeFactorLabel: (name: string) => `Remove second factor of ${name}`,
    active: 'Active',
    byAdmin: (disabledBy: string) => ` by ${disabledBy}`,
    toastDisabled: (name: string) => `${name} was disabled and notified by email.`,
    toastEnabled: (name: string) => `${name} can sign in again.`,
    enableEffect: 'They can sign in again with the same roles. Earlier sessions and API tokens stay revoked.',
    disableEffect:
      'Their sessions and API tokens end now and they cannot sign in. They remain in their organisations, shown as disabled, and are notified by email. Tokens they created for organisations and services keep working.',
    accountDialogReadBy: 'Visible to other admins and kept in the audit trail.',
    toastRevoked: (name: string, role: string) => `${name} no longer has the role ${role}.`,
    toastProposed: (name: string, role: string) => `Another admin must approve the role ${role} for ${name}.`,
    rolesDialogTitle: (name: string) => `Roles of ${name}`,
    staffRoleLabel: 'Staff role',
    granted: (one: string) => `${one} (granted)`,
    adminConfirmsReadBy: 'For the admin who decides. Kept in the audit trail.',
    rolesDialogConfirm: (held: boolean, role: string) => `${held ? 'Revoke' : 'Propose'} the role ${role}`,
  },
  factorRemovals: {
    title: 'Second factors to remove',
    explanation:
      'For people who lost their device and their recovery codes. One admin proposes it, another one approves, neither of whom is the person concerned. The person can cancel it, and it can be approved only after a waiting time.',
    tableLabel: 'Second factors to remove',
    empty: 'No second factors waiting for a second admin.',
    dialogTitle: (name: string) => `Remove the second factor of ${name}`,
    dialogEffect: [
      'Another admin must approve it after a waiting time. The second factor and its recovery codes are then removed and all sessions end.',
      'First confirm that the request comes from this person, face to face or in a call that you started. Describe how you confirmed it.',
    ],
    dialogReadBy: 'For the person and the admin who approves. Kept in the audit trail.',
    dialogConfirm: 'Request the removal',
    toast: (name: string) => `Another admin must approve it. ${name} was notified by email.`,
  },
  ownFactorRemoval: {
    requested: (from: string, until: string) =>
      `An admin requested that two-factor authentication be removed from your account. Nothing changes unless another admin approves it between ${from} and ${until}. Your sessions then end.`,
    reason: (reason: string) => `Their reason: “${reason}”`,
    ifNotYou: 'If you did not ask for it, cancel.',
    toast: 'Two-factor authentication stays on.',
  },
  cancelRemoval: {
    title: 'Keep two-factor authentication',
    explanation:
      'Admins of Drive Portal are about to remove two-factor authentication from your account. If you did not ask for it, cancel the removal.',
    notice: 'Cancelled. Two-factor authentication stays on.',
  },
  roleProposals: {
    title: 'Roles waiting for a second admin',
    explanation:
      'Staff roles are granted by two admins, neither of whom is the person concerned. One admin can revoke them.',
    tableLabel: 'Proposed roles',
    empty: 'No roles waiting for a second admin.',
  },
  invitations: {
    title: 'Invitations waiting for a second admin',
    explanation:
      'When another admin approves, a link that works once is mailed. The person joins with the roles named.',
    tableLabel: 'Invitations',
    empty: 'No invitations waiting for a second admin.',
    invite: 'Invite',
    dialogTitle: 'Invite a person',
    rolesLabel: 'Staff roles',
    dialogConfirm: 'Propose the invitation',
    toast: (email: string) => `Another admin must approve the invitation of ${email}.`,
  },
  forgotPassword: {
    title: 'Reset your password',
    notice: (email: string, sandbox: boolean) =>
      `If there is an account for ${email}, we sent a link to it. The link is valid for 15 minutes.${sandbox ? ' In this sandbox, emails are kept on the Sandbox page.' : ''}`,
    sendResetLink: 'Send reset link',
  },
  sharedTokens: {
    label: 'Also revoke API tokens that I created for organisations or the host',
    help: 'These tokens keep working unless you revoke them. Anything that uses a revoked token needs a new one.',
    kept: (count: number) =>
      count === 1
        ? 'One API token that you created for others still works:'
        : `${count} API tokens that you created for others still work:`,
    owners: { organization: 'of an organisation', host: 'of the host' },
  },
  resetPassword: {
    title: 'Choose a new password',
    notice: 'Password changed. All sessions and your API tokens have ended.',
    requestANewLink: 'Request a new link',
  },
  firstAdmin: {
    title: 'An admin for this portal',
    explanation:
      'Whoever runs this portal gave you this link. It creates your account with the role of an admin, once.',
    create: 'Create the account',
    done: 'Your account is there. Sign in; where this portal asks for a second factor, you set it up next.',
  },
  staffInvitation: {
    title: 'Join the staff of this portal',
    explanation:
      'Two admins invited you. Choose the name and password of your account; it has your roles from the start.',
    create: 'Create account',
    done: 'Your account is ready. Sign in; if this portal requires two-factor authentication, you set it up next.',
  },
  confirmEmail: {
    title: 'Confirm your email address',
    done: 'Your email address is confirmed.',
    explanation:
      'Someone, probably you, signed up with this email address. Choose the name and password of your account.',
    create: 'Confirm address',
  },
  resendConfirmation: {
    confirmationMailLabel: 'Confirmation email',
    heading: 'Didn’t get the email?',
    explanation: (sandbox: boolean) =>
      `Check your spam folder first. The link in it is valid for 7 days.${sandbox ? ' In this sandbox, emails are kept on the Sandbox page.' : ''}`,
    eMailAccountLabel: 'Email address of the account',
    whyNot: {
      availableAgainS: (left: number) => `Available again in ${left} s`,
    },
    resendEmail: 'Resend email',
    sent: (email: string) => `We sent an email to ${email}.`,
  },
  signIn: {
    problems: {
      oidc_sign_in_first:
        'Your address already has an account. Sign in with its password now, or choose a new one by email; from then on the provider opens it.',
      oidc_failed: 'Sign-in with the provider failed. Try again.',
      oidc_email_not_verified: 'The provider has not verified your email address. Verify it there, then try again.',
    },
    signInToContinue: 'Sign in to continue.',
    signInWith: (name: string) => `Sign in with ${name}`,
    forgotYourPassword: 'Forgot your password?',
    chooseByMail: 'Choose a new password by mail',
    noConfirmationEmail: 'No confirmation email?',
    authenticationCodeLabel: 'Authentication code',
    authenticationCodeHelp: 'Enter the six-digit code from your app, or a recovery code.',
    startAgain: 'Start again',
    lost: 'Lost your device and your recovery codes?',
    lostHelp: [
      'Use a recovery code instead of your device. You stored recovery codes when you turned on two-factor authentication.',
      'If you have none, ask an admin or your contact at Drive Portal to remove two-factor authentication from your account. They verify your identity, two admins must approve, and you get an email at each step.',
      'It is removed after a waiting period. Until then, you can cancel with the link in the email. Signing in with a code also cancels it.',
    ],
  },
  signUp: {
    notice: (email: string) => `We sent an email to ${email}. Open the link in it and choose your password.`,
  },
} as const;
