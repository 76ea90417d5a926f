import type { Documentation } from './documentation.js';

/** C112 to C115 and C139: for the reviewer of the listing. */
export const listingDocs: Readonly<Record<string, Documentation>> = {
  C112: {
    cause: 'The name or tagline names a provider or its product.',
    fix: 'Say what the Drive does for people, not whose model it runs on.',
  },
  C113: {
    cause: 'A field of config_schema reads like a password, secret or key.',
    fix: 'Ask for a permission, or connect on your own pages.',
  },
  C114: {
    cause: 'The snippet loads a third-party tracker.',
    fix: 'Leave trackers out of what runs inside the host.',
  },
  C115: {
    cause: 'A path begins like one of the host’s.',
    fix: 'Put all routes under one first segment that is the Drive’s id.',
  },
  C139: {
    cause:
      'A name, description or label of the form holds line breaks, control, direction or invisible characters, or a word with letters of two scripts.',
    fix: 'Write it with the letters and signs of its language only, on one line.',
  },
};
