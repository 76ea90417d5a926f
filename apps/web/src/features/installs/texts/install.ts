import { plural } from '../../../text/plural.js';

/** Interface texts of installs: installing a plugin. */
export const texts = {
  install: {
    title: (name: string) => `Install ${name}`,
    installTitle: 'Install',
    permissionStepExplanation: (name: string) => `${name} requests all of these permissions and nothing else.`,
    consent: 'I have read them and I am authorised to grant them',
    whyNot: { notConfirmed: 'Confirm that you may grant them.' },
    continueToSettings: 'Continue to settings',
    continueToConfirm: 'Continue to confirm',
    confirmStepFacts: {
      permissions: 'Permissions',
      settings: 'Settings',
      whenYouUninstall: 'When you uninstall',
    },
    chargedAsAgreed: 'At the end of each UTC month, as agreed',
    uninstallBilledByAuthor: 'Access ends immediately. End your billing agreement with the author separately.',
    uninstallBilledByUs: 'Access ends immediately. The last invoice covers the time until then.',
    addAPaymentMethod: 'Add a payment method',
    installFor: (price: string) => `Install for ${price}`,
    install: 'Install',
  },
  installVentureStep: {
    names: { ventures: 'your ventures' },
    searchLabel: 'Search ventures',
    venture: (name: string, tenant: string) => `${name} (${tenant})`,
    found: (count: number) => plural(count, '1 venture', `${count} ventures`),
    moreFound: (shown: number) => `The first ${shown} are shown. Type part of a name to find others.`,
    noneFound: 'No venture has that in its name.',
    empty: 'No ventures yet. The host platform creates them; contact its administrator.',
    installVenture: 'Install into one venture',
    whyNot: { chooseVentureFirst: 'Choose a venture first.' },
    continueToPermissions: 'Continue to permissions',
  },
  installed: {
    statuses: {
      upgrade: 'Upgrade available',
      active: 'Active',
      moving: 'In progress',
      attention: 'Needs a decision',
      ended: 'Ended',
    },
    pluginOrVentureLabel: 'Plugin, venture or tenant',
    tableLabel: 'Installed plugins',
    empty: 'No plugins installed yet. Browse the catalogue to get started.',
    responding: 'Responding',
    notResponding: 'Not responding {since}',
    notRead: 'Paused',
    ends: (date: string) => `Ends ${date}`,
  },
} as const;
