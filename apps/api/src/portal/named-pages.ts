const docs = (title: string, what: string): [string, string] => [`${title} · Drive Portal docs`, what];

/** Title and description of the public pages, by address. What is not here is not for search engines. */
export const NAMED_PAGES: Readonly<Record<string, readonly [title: string, description: string]>> = {
  '/': [
    'Drive Portal: plugins checked before you see them',
    'Every plugin is checked live against its manifest and read by a person before it is listed. Authors are paid every month, with the proof.',
  ],
  '/catalogue': [
    'Plugins · Drive Portal',
    'All listed plugins with price, permissions and the results of their checks.',
  ],
  '/sell': ['Sell · Drive Portal', 'Prices, the author’s share, minimum payout and review time for authors of Drives.'],
  '/statistics': ['Review statistics · Drive Portal', 'How long reviews of Drives take and how they end, by month.'],
  '/validate': ['Check a manifest · Drive Portal', 'Check the manifest of a Drive without an account.'],
  '/statement-roots': ['Statement roots · Drive Portal', 'The roots by which authors prove their statements.'],
  '/terms': ['Terms · Drive Portal', 'The terms of use that the host has published.'],
  '/privacy': ['Privacy · Drive Portal', 'What the host does with personal data.'],
  '/agreement': ['Agreement · Drive Portal', 'The agreement between the host and authors of Drives.'],
  '/help': ['Help · Drive Portal', 'Whom to ask, and where to read on.'],
  '/status': ['Status · Drive Portal', 'Which parts of the portal work now, and how the last 90 days were.'],
  '/docs': docs('Quickstart', 'From an empty folder to a Drive that passes every check.'),
  '/docs/contract': docs('Contract', 'The endpoints of a Drive: what is sent, what is answered.'),
  '/docs/signing': docs('Signing', 'How calls to a Drive are signed, and how to verify them.'),
  '/docs/fields': docs('Manifest fields', 'Every field of the manifest with its rules.'),
  '/docs/embedding': docs('Embedding', 'Pages of a Drive inside the portal and the host.'),
  '/docs/checks': docs('Checks', 'Every check of a manifest and of a running Drive, and how to pass it.'),
  '/docs/errors': docs('Errors', 'Every error code of the API with its cause and what to do.'),
  '/docs/vectors': docs('Test vectors', 'Signed examples to test your own code against.'),
  '/docs/api': docs('API', 'Every operation of the API with its parameters and answers.'),
  '/docs/webhooks': docs('Webhooks', 'Events that the portal sends to authors.'),
  '/docs/host-api': docs('Host API', 'How a host drives tenants, ventures and installs by API.'),
  '/docs/host-events': docs('Host events', 'Events that a host receives, and how to receive each once.'),
};
