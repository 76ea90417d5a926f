/** What two applications have in common, apart from their text. */
export const SHARES = ['organisation', 'person', 'contact', 'domain'] as const;
export type Share = (typeof SHARES)[number];

/** Public mail providers: using the same one says nothing about two applicants. */
export const PUBLIC_MAIL = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'yahoo.com',
  'proton.me',
  'protonmail.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'aol.com',
  'mail.ru',
  'qq.com',
  'fastmail.com',
  'github.com',
  'github.io',
] as const;
