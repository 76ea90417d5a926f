import type { Documentation } from './documentation.js';

/** C10 to C38: one per rule of the manifest. */
export const manifestDocs: Readonly<Record<string, Documentation>> = {
  C10: {
    cause: 'It is written as text, or names a version that does not exist.',
    fix: 'Write the JSON number 1.',
    example: { wrong: '"schema_version": "1"', right: '"schema_version": 1' },
  },
  C11: {
    cause: 'The block, or the name in it, is missing or is no text.',
    fix: 'Add "drive" with id, name, tagline and the other keys.',
  },
  C12: {
    cause: 'It holds capitals, spaces, underscores or hyphens at an end.',
    fix: 'Choose a slug of a-z, 0-9 and single hyphens; it is permanent.',
    example: { wrong: '"id": "My_Drive"', right: '"id": "my-drive"' },
  },
  C13: { cause: 'A required field is missing or has another type.', fix: 'Add the field named by the pointer.' },
  C14: { cause: 'It is longer; characters are counted as Unicode code points.', fix: 'Shorten it to 80 characters.' },
  C15: {
    cause: 'It is written in another case, or is a category that does not exist.',
    fix: 'Use one of the listed spellings exactly.',
    example: { wrong: '"category": "productivity"', right: '"category": "Productivity"' },
  },
  C16: {
    cause: 'It is missing, or written differently.',
    fix: 'Use one of the three in lower case.',
    example: { wrong: '"motion": "Build"', right: '"motion": "build"' },
  },
  C17: {
    cause: 'The key is left out when there is no page.',
    fix: 'Write null for a Drive without a page of its own.',
    example: { wrong: '"drive": { }', right: '"drive": { "homepage": null }' },
  },
  C18: {
    cause: 'It is missing, relative, or points to a private machine.',
    fix: 'Give the full https address where operators find help.',
    example: { wrong: '"support_url": "/help"', right: '"support_url": "https://example.com/help"' },
  },
  C19: { cause: 'It is missing, or is not an address.', fix: 'Give an address that somebody reads.' },
  C20: {
    cause: 'It is http, relative, or points to a private machine.',
    fix: 'Serve the icon over https.',
    example: {
      wrong: '"icon_url": "http://example.com/icon.png"',
      right: '"icon_url": "https://example.com/icon.png"',
    },
  },
  C21: {
    cause: 'It is written in another case, or is a tier that does not exist.',
    fix: 'Use free, starter, standard, pro, premium or flagship.',
    example: { wrong: '"pricing_tier": "Free"', right: '"pricing_tier": "free"' },
  },
  C22: {
    cause: 'A plan lacks a member, a price is no whole number of cents, or the currency is in capitals.',
    fix: 'Give id, name, price_cents and interval for each plan, and the currency in lower case.',
    example: { wrong: '"currency": "USD"', right: '"currency": "usd"' },
  },
  C23: {
    cause: 'It is a number, or empty.',
    fix: 'Write the version as text, and raise it with every publish.',
    example: { wrong: '"version": 1.2', right: '"version": "1.2.0"' },
  },
  C24: {
    cause: 'The spelling of the other shape is used.',
    fix: 'Write "v1" in the flat shape and "1.0.0" in the structured one.',
    example: { wrong: '"contract_version": "v1" (structured)', right: '"contract_version": "1.0.0" (structured)' },
  },
  C25: {
    cause: 'One is missing, is a full URL, or has a parameter other than :id.',
    fix: 'Write paths that begin with a slash.',
    example: { wrong: '"metrics": "https://example.com/metrics"', right: '"metrics": "/api/platform/metrics"' },
  },
  C26: {
    cause: 'It is no list, or names a capability that the host does not know.',
    fix: 'List what the Drive offers, at least install and uninstall.',
    example: { wrong: '"capabilities": "install"', right: '"capabilities": ["install", "uninstall"]' },
  },
  C27: {
    cause: 'A capability stands without its block, or a block without its capability: the host hides the feature.',
    fix: 'Add the missing half: config with config_schema, quota with quota, provision_widget with install_returns, phi_handling or audit_export with compliance.',
  },
  C28: {
    cause: 'It is one text, or holds something that is no text.',
    fix: 'Write a list, empty when nothing is needed.',
    example: { wrong: '"permissions_requested": "venture.read"', right: '"permissions_requested": ["venture.read"]' },
  },
  C29: {
    cause: 'It is missing, or a kind is not written as noun.verb.',
    fix: 'List every kind the Drive emits, and no other.',
    example: { wrong: '"events_emitted": ["Brief Created"]', right: '"events_emitted": ["brief.created"]' },
  },
  C30: {
    cause: 'The key is missing, or a kind is not written as noun.verb.',
    fix: 'Write [] when the Drive consumes nothing.',
  },
  C31: {
    cause: 'The flat shape cannot say which events it emits.',
    fix: 'Move to the structured shape to list your own kinds.',
  },
  C32: {
    cause: 'Its top level is no object, it refers elsewhere, or a pattern or default does not work.',
    fix: 'Write "type": "object" at the top, and keep references local.',
    example: {
      wrong: '"config_schema": { "type": "array" }',
      right: '"config_schema": { "type": "object", "properties": {} }',
    },
  },
  C33: {
    cause: 'A member is missing, or limit is no whole number.',
    fix: 'Give all three; overage_policy is block or meter.',
    example: { wrong: '"limit": "100"', right: '"limit": 100' },
  },
  C34: {
    cause: 'A yes or no is written as text, or a list is missing.',
    fix: 'Use JSON true and false, and lists of texts.',
    example: { wrong: '"baa_required": "false"', right: '"baa_required": false' },
  },
  C35: { cause: 'A number or another type stands where text belongs.', fix: 'Write every member as text.' },
  C36: {
    cause: 'The embed snippet lacks {{scoped_token}}, so the token would get nowhere.',
    fix: 'Put {{scoped_token}} where the token belongs.',
    example: {
      wrong: '"embed_snippet": "<script src=...></script>"',
      right: '"embed_snippet": "<script src=... data-token=\\"{{scoped_token}}\\"></script>"',
    },
  },
  C37: { cause: 'A route lacks one of the three.', fix: 'Give all three as text.' },
  C38: {
    cause: 'A field is misspelled, or belongs to another version; the host does not read it.',
    fix: 'Correct the spelling, or remove it.',
  },
};
