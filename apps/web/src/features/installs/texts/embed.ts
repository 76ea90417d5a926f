/** Interface texts of installs: pages of plugins inside the portal. */
export const texts = {
  embedTab: {
    title: 'Embed',
    names: { embed: 'the embed' },
    explanation:
      'Paste this snippet into the page of {venture} where you want the plugin. It only loads from {origin}.',
    show: 'Reveal token',
    hide: 'Hide token',
    copy: 'Copy snippet',
    note: 'The token gives access to this install only. The plugin renews and revokes it. Every reveal is recorded in the timeline.',
    refused:
      'This snippet is hidden because it is not safe to embed. The author has the same information and can publish a new one.',
    prefixDiffers: (prefix: string) =>
      `Tokens of this plugin start with "${prefix}", but this one does not. Contact the plugin’s support before you embed it.`,
    notActive: 'The snippet is available while the plugin is active.',
  },
  openPlugin: {
    pageTitle: (label: string, name: string, ventureName: string) => `${label}: ${name} for ${ventureName}`,
    entriesLabel: 'Pages of the plugin',
    toInstall: 'To the install',
    removed: 'This plugin was removed, so it cannot be opened any more.',
    notActive: 'This plugin is not active yet. It can be opened once it has answered.',
    paused:
      'This plugin is paused because a requirement is not met. The page of the install says which, and who must act.',
    callsRefused: 'The plugin refuses our calls, so it is not working. Its author was notified and must act.',
    tokenRefused: 'The plugin refuses the token that it gave. Ask it for a new one on the page of the install.',
    refused: (reason: string) => `The address that the plugin gave is not opened. ${reason} Its author sees this too.`,
    nothing: 'This plugin has no page that can be opened here.',
    noSuchPage: 'This plugin has no such page.',
    unreachable: 'The plugin has not answered for {duration}.',
    tryAnyway: 'Open it anyway',
    from: (host: string) => `Page of ${host}`,
    newTab: 'Open in a new tab',
    forbidden: (host: string, header: string) => `${host} does not allow being shown here. Its page says: ${header}`,
    noAnswer: (host: string) => `${host} did not answer, so its page cannot be shown here.`,
    ownHost: (host: string) =>
      `The page is at ${host}, the host name of the portal itself, so it is not shown here. The plugin must use another host name.`,
    reload: 'Load the page again',
    reloadWhy: 'The browser has to load this page again before it may show the plugin.',
  },
} as const;
