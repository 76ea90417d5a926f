import { isObject, type JsonObject } from '../../json/types.js';
import { anyObject, color, oneOf, textLike, text, webAddress, type FieldType } from '../field-types.js';
import type { FieldEntry } from '../field.js';
import { contractVersion } from '../rules/contract-version.js';
import { driveIdentity } from '../rules/drive-block.js';
import { driveId, MAX_SLUG_LENGTH } from '../rules/drive-id.js';
import { flatFields } from '../rules/flat-fields.js';
import { productVersion } from '../rules/product-version.js';
import { schemaVersion } from '../rules/schema-version.js';
import { supportEmail } from '../rules/support-email.js';
import { MAX_TAGLINE, tagline } from '../rules/tagline.js';
import { CATEGORIES, MOTIONS } from '../types.js';

const one: FieldType<number> = { schema: { const: 1 }, read: () => 1 };

/**
 * In a structured manifest the tagline is used as description, in a flat one the start of the description as tagline.
 */
const taglineOf = ({ drive }: JsonObject): string => (isObject(drive) ? (text.read(drive.tagline) ?? '') : '');
const beginning = ({ description }: JsonObject): string =>
  Array.from(text.read(description) ?? '')
    .slice(0, MAX_TAGLINE)
    .join('');

/**
 * Identity of the Drive and links. Fields that show people whom they deal with have the class `consent`: reviewers
 * approved them and operators agreed to them.
 */
export const identityFields = {
  schemaVersion: {
    structured: '/schema_version',
    type: one,
    required: true,
    text: 'Version of the manifest’s structure: the number 1, never a string.',
    change: 'none',
    rules: [schemaVersion],
  },
  drive: {
    structured: '/drive',
    type: anyObject({}),
    required: true,
    text: 'Who the Drive is.',
    change: 'none',
    rules: [driveIdentity],
  },
  id: {
    structured: '/drive/id',
    type: textLike({ maxLength: MAX_SLUG_LENGTH, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
    required: true,
    text: 'Permanent slug; installs, payouts and reservations hold on to it.',
    change: { level: 'breaking', subject: 'The permanent id' },
    rules: [driveId],
  },
  name: {
    flat: '/name',
    structured: '/drive/name',
    type: text,
    required: true,
    text: 'Name that operators see.',
    change: { level: 'consent', subject: 'The name' },
    rules: [driveIdentity, flatFields],
  },
  description: {
    flat: '/description',
    structured: taglineOf,
    type: text,
    required: true,
    text: 'What the Drive does; its beginning is the tagline of the card.',
    change: { level: 'consent', subject: 'The description' },
    rules: [flatFields],
  },
  tagline: {
    flat: beginning,
    structured: '/drive/tagline',
    type: textLike({ pattern: '\\S', maxLength: MAX_TAGLINE }),
    required: true,
    text: 'What the Drive does, in at most 80 characters counted as code points.',
    change: { level: 'consent', subject: 'The tagline' },
    rules: [tagline],
  },
  category: {
    flat: { at: '/category', text: 'Shelf of the catalogue.', schema: text.schema },
    structured: '/drive/category',
    type: { ...oneOf<string>(CATEGORIES, 'category_unknown'), read: text.read },
    required: true,
    text: 'Shelf of the catalogue on which the Drive is shown.',
    change: { level: 'consent', subject: 'The category' },
    rules: [flatFields],
    rule: {
      id: 'category',
      clause: 'Manifest shape B: drive.category',
      shapes: ['structured'],
      number: 'C15',
      title: 'The category is one of the eight, spelled exactly.',
      cause: 'It is written in another case, or is a category that does not exist.',
      fix: 'Use one of the listed spellings exactly.',
      example: { wrong: '"category": "productivity"', right: '"category": "Productivity"' },
    },
  },
  motion: {
    structured: '/drive/motion',
    type: oneOf<string>(MOTIONS, 'motion_unknown'),
    required: true,
    text: 'Group of the Drive inside the platform.',
    change: { level: 'cosmetic', subject: 'The motion' },
    rule: {
      id: 'motion',
      clause: 'Manifest shape B: drive.motion',

      number: 'C16',
      title: 'The motion is build, scale or intel.',
      cause: 'It is missing, or written differently.',
      fix: 'Use one of the three in lower case.',
      example: { wrong: '"motion": "Build"', right: '"motion": "build"' },
    },
  },
  homepage: {
    structured: '/drive/homepage',
    type: webAddress({ nullable: true }),
    required: true,
    text: 'Public address of the product; null for a Drive that lives in the host only.',
    fix: 'Give the product’s address, or null for a host-only Drive.',
    change: { level: 'consent', subject: 'The homepage' },
    rule: {
      id: 'homepage',
      clause: 'Manifest shape B: drive.homepage',

      number: 'C17',
      title: 'homepage is a URL or null, and is there.',
      cause: 'The key is left out when there is no page.',
      fix: 'Write null for a Drive without a page of its own.',
      example: { wrong: '"drive": { }', right: '"drive": { "homepage": null }' },
    },
  },
  docsUrl: {
    flat: '/docs_url',
    structured: '/drive/docs_url',
    type: webAddress({ https: true }),
    text: 'Documentation of the product for operators, over https; without it the listing shows none.',
    example: 'https://example.com/docs',
    fix: 'Give the https address of the documentation, or leave the field out.',
    change: { level: 'cosmetic', subject: 'The documentation address' },
    rule: {
      id: 'docs-url',
      clause: 'Manifest: docs_url; Versioning 2',
      number: 'C138',
      title: 'docs_url is an https address, if it is there.',
      cause: 'It is http, relative, or points to a private machine.',
      fix: 'Serve the documentation over https, or leave docs_url out.',
      example: { wrong: '"docs_url": "/docs"', right: '"docs_url": "https://example.com/docs"' },
    },
  },
  supportUrl: {
    structured: '/drive/support_url',
    type: webAddress({ mailto: true }),
    required: true,
    text: 'Where the support tickets of operators go.',
    fix: 'Give the address where support tickets go.',
    change: { level: 'consent', subject: 'The support address' },
    rule: {
      id: 'support-url',
      clause: 'Manifest shape B: drive.support_url',

      number: 'C18',
      title: 'support_url is a URL.',
      cause: 'It is missing, relative, or points to a private machine.',
      fix: 'Give the full https address where operators find help.',
      example: { wrong: '"support_url": "/help"', right: '"support_url": "https://example.com/help"' },
    },
  },
  supportEmail: {
    structured: '/drive/support_email',
    type: textLike({ pattern: '^[^\\s@]+@[^\\s@]+$' }),
    text: 'Mailbox for the same purpose; only a free Drive that serves nobody regulated may leave it out.',
    change: { level: 'consent', subject: 'The support e-mail' },
    rules: [supportEmail],
  },
  iconUrl: {
    flat: '/icon_url',
    structured: '/drive/icon_url',
    type: webAddress({ https: true }),
    required: true,
    text: 'Icon of 512 by 512 pixels, PNG or SVG, over https.',
    fix: 'Give the https address of a 512x512 PNG or SVG.',
    change: { level: 'consent', subject: 'The icon' },
    rule: {
      id: 'icon-url',
      clause: 'Manifest: icon_url; Limits: icon',

      number: 'C20',
      title: 'icon_url is an https address.',
      cause: 'It is http, relative, or points to a private machine.',
      fix: 'Serve the icon over https.',
      example: {
        wrong: '"icon_url": "http://example.com/icon.png"',
        right: '"icon_url": "https://example.com/icon.png"',
      },
    },
  },
  accentColor: {
    flat: '/accent_color',
    structured: '/drive/accent_color',
    type: color,
    text: 'Colour of the stripe above the Drive’s pages inside the host; without it the stripe has the host’s own.',
    example: '#1f6f5c',
    fix: 'Write # and six hexadecimal digits, or leave the field out.',
    change: { level: 'cosmetic', subject: 'The accent colour' },
    rule: {
      id: 'accent-color',
      clause: 'What the service does 5; Versioning 2',
      number: 'C156',
      title: 'accent_color is # and six hexadecimal digits, if it is there.',
      cause: 'It is a name, a short form, or has another notation.',
      fix: 'Write the colour with six digits, for example "#1f6f5c", or leave accent_color out.',
      example: { wrong: '"accent_color": "green"', right: '"accent_color": "#1f6f5c"' },
    },
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;

const MINOR = '(0|[1-9][0-9]{0,5})';

/** Versions of the product and the contract; reported after the price. */
export const versionFields = {
  version: {
    flat: { at: '/version', required: true, text: 'The product’s own version; raise it on each publish.' },
    structured: '/drive/version',
    type: text,
    text: 'The product’s own version; without it nobody is notified of a new one.',
    change: { level: 'cosmetic', subject: 'The version' },
    rules: [productVersion],
  },
  contractVersion: {
    flat: { at: '/contract_version', schema: { type: 'string', pattern: `^v1(\\.${MINOR})?$` } },
    structured: '/contract_version',
    type: textLike({ pattern: `^1\\.${MINOR}\\.${MINOR}$` }),
    required: true,
    text: 'Version of the contract, not of the product.',
    change: { level: 'additive', subject: 'The contract version' },
    rules: [contractVersion],
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;
