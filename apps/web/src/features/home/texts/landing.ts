/** Interface texts of the first page. */
export const texts = {
  title: 'Plugins that were checked first',
  headline: 'Plugins that were checked before anybody saw them here.',
  lead: (share: string | null) =>
    'Every listing is checked live against its manifest, read by a person, and checked again every day.' +
    (share ? ` Authors are paid ${share} of every month, to the cent, with the proof.` : ''),
  browse: 'Browse plugins',
  publish: 'Publish a Drive',
  mostInstalled: 'Most installed',
  allPlugins: 'All plugins',
  howItGotHere: (name: string) => `How ${name} got here`,
  allEvidence: 'All evidence',
  figures: {
    listed: 'plugins listed',
    installs: 'active installs',
    paid: 'paid to authors last month',
    review: (dueHours: number) => `median review, promise ${dueHours} h`,
  },
  forWhom: 'Who it is for',
  audiences: [
    {
      title: 'You build Drives',
      facts:
        'One manifest and seven endpoints. One command says what is wrong, where, and how to mend it. Secrets rotate without a failed call.',
      to: '/docs',
      link: 'Start building',
    },
    {
      title: 'You run a tenant',
      facts:
        'See what a plugin may do before you agree. See what changed before you upgrade. One invoice a month for all plugins.',
      to: '/catalogue',
      link: 'Browse plugins',
    },
    {
      title: 'You are the host’s engineer',
      facts:
        'Tenants, ventures, installs and events by API. Signed webhooks, sent again until they arrive. PostgreSQL, Redis, and as many replicas as you like.',
      to: '/api/docs',
      link: 'Read the API',
    },
  ],
  demo: {
    tryItAs: 'Sandbox. Try it as…',
    explanation: 'Everything here is made up. No password is needed; where a page asks for one, it is “demo”.',
    signInAs: (name: string) => `Sign in as ${name}`,
  },
} as const;
