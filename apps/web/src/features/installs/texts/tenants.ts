/** Interface texts of installs: tenants and their operators. */
export const texts = {
  operators: {
    title: (name: string) => `Operators of ${name}`,
    explanation: 'Operators install plugins for the tenant and decide on upgrades. <link>All tenants</link>',
    empty: 'This tenant has no operators, so its upgrades cannot be accepted. Add an operator.',
    columns: {
      email: 'E-mail',
    },
  },
  operatorInvitations: {
    title: 'Invitations by the host platform',
    explanation:
      'The host platform invites operators by its own IDs. An invited person becomes an operator by accepting in their account.',
    empty: 'No invitations. The host platform has not invited anyone to this tenant.',
    columns: {
      email: 'E-mail',
      id: 'Host ID',
      invited: 'Invited',
    },
    withdrawLabel: (email: string) => `Withdraw the invitation of ${email}`,
    toast: (email: string) => `The invitation of ${email} was withdrawn.`,
  },
  operatorsAddOperator: {
    toast: (email: string, name: string) => `${email} is now an operator of ${name} and was notified by email.`,
    title: 'Add an operator',
    eMailLabel: 'E-mail',
    eMailHelp: 'A person with an account and a confirmed email address.',
    whyNot: { emailMissing: 'Enter the email address of a person with an account.' },
  },
  operatorsRemoveOperator: {
    toast: (name: string, name2: string) => `${name} no longer operates ${name2}.`,
    dialogTitle: (name: string, name2: string) => `Remove ${name} from ${name2}`,
    effect: (name: string) =>
      `From now on nothing of ${name} is accessible to them by session or token, and they are notified by email. Installs continue.`,
  },
  tenants: {
    explanation:
      'Plugins can be installed or upgraded only if all required agreements are on file. Running installs that no longer meet a requirement are listed below. New installs are billed in the tenant’s currency; existing installs keep theirs.',
    nameHostIdLabel: 'Name or host ID',
    empty: 'No tenants yet. The host platform reports them.',
    columns: {
      name: 'Tenant',
      currency: 'Billed in',
      baa: 'Agreement (BAA)',
      residency: 'Data region',
      regulated: 'Regulated',
      blocked: 'Blocked upgrades',
      operators: 'Operators',
      changed: 'Changed',
    },
    anywhere: 'anywhere',
    add: 'Add tenant',
    addTitle: 'Add a tenant',
    toastAdded: (name: string) => `Added ${name}.`,
    operatorsOfLabel: (tenantName: string) => `Operators of ${tenantName}`,
    changeLabel: (tenantName: string) => `Change: ${tenantName}`,
    currencyLabel: (tenantName: string) => `Currency: ${tenantName}`,
  },
  tenantsAgreement: {
    until: '{reference}, until {date} {badge}',
  },
  tenantsCurrencyDialog: {
    toast: (tenantName: string, now: string) => `${tenantName}: new installs are billed in ${now}.`,
    dialogTitle: (tenantName: string) => `Billing currency of ${tenantName}`,
    currencyHelp:
      'A three-letter code, for example EUR. Plugins without a price in this currency cannot be installed. Existing installs keep their currency, including upgrades, until they are uninstalled.',
  },
  tenantsComplianceDialog: {
    toast: (tenantName: string) => `${tenantName}: saved. Pending upgrades are checked again.`,
    dialogTitle: (tenantName: string) => `On file for ${tenantName}`,
    businessAssociateAgreementLabel: 'Business-associate agreement (optional)',
    businessAssociateAgreementHelp: 'Where the signed agreement is stored. Leave empty if there is none.',
    validUntilUtcHelp: 'Only with an agreement.',
    dataRegionOptionalLabel: 'Data region (optional)',
    dataRegionOptionalHelp: 'As named by plugins, for example eu. Leave empty for any region.',
    regulatedOnly: 'Regulated: only plugins that state how they handle regulated data',
    whyNot: { dateMissing: 'Enter the date until which the agreement is valid.' },
  },
  ventures: {
    title: (tenantName: string) => `Ventures of ${tenantName}`,
    explanation:
      'What plugins of this tenant are installed into. Your platform can also add and rename them by its API, under its own IDs. <link>All tenants</link>',
    renameTenant: 'Rename tenant',
    add: 'Add venture',
    addTitle: (tenantName: string) => `Add a venture of ${tenantName}`,
    tableLabel: 'Ventures',
    empty: 'No ventures yet. Add one to install plugins into it.',
    columns: { name: 'Venture', external: 'ID of the platform' },
    rename: 'Rename',
    renameLabel: (name: string) => `Rename ${name}`,
    renameTitle: (name: string) => `Rename ${name}`,
    toastAdded: (name: string) => `Added ${name}.`,
    toastRenamed: (name: string) => `Now named ${name}.`,
  },
  nameDialog: {
    id: 'ID of the platform',
    idHelp: 'Your platform’s own ID: letters, digits, “.”, “_”, “~” and “-”. It cannot be changed later.',
    currency: 'Currency (optional)',
    currencyHelp: 'Three letters, such as eur. US dollars if empty.',
    whyNot: { name: 'Enter a name first.', nameAndId: 'Enter a name and an ID first.' },
  },
} as const;
