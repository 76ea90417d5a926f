/** Interface texts of installs: upgrades. */
export const texts = {
  upgradePolicy: {
    now: {
      nothing: 'Asks before every upgrade.',
      harmless: 'Accepts upgrades with no new permissions and no higher price automatically. Asks before all others.',
    },
    effect: {
      nothing:
        'From now on, every upgrade needs your approval, including harmless ones. Completed upgrades stay in place.',
      harmless:
        'From now on, versions with no new permissions, no higher price and no breaking changes are installed automatically. All others still need your approval.',
    },
    button: {
      nothing: 'Ask before every upgrade',
      harmless: 'Accept harmless upgrades',
    },
    names: {
      upgradePolicyOf: (name: string) => `the upgrade policy of ${name}`,
    },
    heading: 'Upgrade policy',
    labels: {
      accepts: 'Accepted without asking',
      reminders: 'Reminders',
    },
    toastRemindersOn: 'Reminders of pending upgrades are on.',
    toastRemindersOff: 'Reminders of pending upgrades are off.',
    summary: (reminders: boolean) => `{name} {now} ${reminders ? 'Reminds after 7 and 21 days.' : 'Does not remind.'}`,
    noReminders: 'No reminders',
    remind: 'Remind',
    dialogTitle: (name: string) => `Upgrade policy of ${name}`,
  },
  upgradePrompt: {
    notesHeading: 'What is new, by its author',
    noPriceOfNewVersion: (now: string | undefined) => `${now} now. The host has no price for the new version yet.`,
    asBefore: (now: string | undefined) => `${now}, as before`,
    nowAfterTheUpgrade: (now: string | undefined, then: string | undefined) => `${now} now, ${then} after the upgrade`,
    aNewerVersion: 'A newer version',
    declinedUpgradeTitle: (version: string, to: string) => `You kept ${version}. ${to} is still available.`,
    reviewAgain: 'Review again',
    declinedUpgradeExplanation: 'Nothing changes until you accept it. You will be asked again for the next version.',
    theNewVersion: 'the new version',
    toastNowRuns: (name: string, to: string) => `${name} now runs ${to}.`,
    toastKept: (from: string) => `Kept ${from}.`,
    toastRemind: 'We will remind you in 7 days.',
    blocked: 'It is blocked. See what is missing above.',
    noPriceYet: 'The host has no price for the new version yet.',
    permissionsNotGranted: 'Grant the new permissions first.',
    settingsMissing: 'Enter the settings that the new version needs first.',
    settingsTitle: 'Settings that the new version needs',
    useSettings: 'Use these settings',
    settingsReady: 'These settings are saved when you upgrade.',
    editSettings: 'Change them',
    promptTitle: (to: string, from: string) => `${to} is available. You run ${from}.`,
    promptNotice: (reasons: string, from: string) =>
      `This upgrade cannot be accepted yet. ${reasons} Ask the administrator of the host platform. ${from} keeps running.`,
    promptExplanation: (reasons: string) => `Nothing changes until you act. ${reasons}`,
    grant: (permissionText: string, name: string) => `Grant: ${permissionText} (${name})`,
    lastReminder: ', last reminder {time}',
    nextReminderOn: (nextReminder: string) => `, next reminder on ${nextReminder}`,
    offered: 'Offered {time}{lastReminder}{nextReminder}',
    upgradeTo: (to: string) => `Upgrade to ${to}`,
    keep: (from: string) => `Keep ${from}`,
    remind7Days: 'Remind in 7 days',
  },
} as const;
