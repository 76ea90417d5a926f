import { manifestRules } from '@portal/contract';
import type { Check } from '../check.js';
import { conformanceChecks } from '../checks/index.js';
import type { Documentation } from '../documentation/documentation.js';
import { checkDocumentation } from '../documentation/index.js';

/** A check as documented. */
export interface CatalogueEntry extends Documentation, Omit<Check, 'run'> {
  /** The rule in one plain sentence. */
  readonly title: string;
}

const TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(manifestRules.map(({ doc }) => [doc.number, doc.title])),
  C01: 'The manifest URL answers.',
  C02: 'The manifest URL answers 200 to everybody, without a signature and without a redirect.',
  C03: 'The manifest says that it is JSON.',
  C04: 'The manifest is strict JSON: no duplicate keys, no trailing commas, within the limits.',
  C05: 'The manifest comes inside the envelope { ok, data, meta }.',
  C06: 'The manifest has one of the two shapes, not a mixture of both.',
  C40: 'Health answers everybody, in the envelope.',
  C41: 'The manifest endpoint serves the same manifest as the submitted address.',
  C42: 'Public endpoints do not look at signatures at all.',
  C43: 'The metrics endpoint is there.',
  C44: 'The events endpoint is there.',
  C45: 'The billing endpoint is there.',
  C46: 'The install endpoint is there.',
  C47: 'The uninstall endpoint is there.',
  C50: 'A call without signature headers is refused with 401.',
  C51: 'A call without a timestamp is refused with 401.',
  C52: 'A call without a signature is refused with 401.',
  C53: 'A call six minutes old is refused with 401.',
  C54: 'A signature of another length is refused with 401.',
  C55: 'A signature by another key is refused with 401.',
  C56: 'A signature by the empty key is refused with 401.',
  C57: 'A refusal comes in the failure envelope, its error as text.',
  C58: 'A refusal gives the reason by a name that the host knows.',
  C60: 'Metrics accept a correct signature.',
  C61: 'Events accept a correct signature, query included.',
  C62: 'Billing accepts a correct signature, query included.',
  C63: 'A correct signature six minutes old is refused.',
  C64: 'Events are rows of type, payload and ts in milliseconds, of kinds that the manifest lists.',
  C65: 'A free Drive bills nothing.',
  C66: 'Tells that correct signatures were not tried, for want of a key.',
  C67: 'A query is signed as it was sent: not sorted, decoded or re-encoded.',
  C68: 'Names the recipe of a Drive that refuses correct signatures.',
  C69: 'A timestamp almost five minutes ahead is accepted.',
  C70: 'A timestamp almost five minutes old is accepted.',
  C71: 'A correct signature six minutes ahead is refused.',
  C72: 'A signature in upper-case hex is refused.',
  C73: 'A signature with a prefix is refused.',
  C74: 'A signature with text behind it is refused.',
  C75: 'A timestamp that is no number is refused.',
  C76: 'The signature headers are found in any letter case.',
  C77: 'Answers come within two and a half seconds.',
  C78: 'Health reports status and uptime.',
  C79: 'The icon is a PNG of 512 by 512 or an SVG without scripts.',
  C80: 'A correctly signed install succeeds.',
  C81: 'An install answers 200.',
  C82: 'An install answers with an id and a scoped token.',
  C83: 'The scoped token cannot be guessed.',
  C84: 'An install without a tenant is refused with 400.',
  C85: 'A body that is no JSON is refused with a 4xx.',
  C86: 'The same install asked for twice does no harm.',
  C87: 'An install appends its event.',
  C88: 'installs_active follows the installs.',
  C89: 'The end of a live install answers 200 and says so.',
  C90: 'The end of an install that has ended answers 404.',
  C91: 'A correctly signed DELETE is accepted.',
  C92: 'An id with escaped characters is verified as sent and answers 404.',
  C93: 'The end of an install appends its event.',
  C94: 'The end of an unknown install changes nothing.',
  C95: 'since is strict: a row of that very time does not come again.',
  C96: 'since may be absent or no number.',
  C97: 'Events that were read once never change.',
  C98: 'Billing is that of the tenant that was asked for.',
  C99: 'The end of an unknown install answers 404.',
  C104: 'Many equal installs at once do no harm.',
  C105: 'Everything that was installed can be ended.',
  C106: 'installs_active falls back when installs end.',
  C112: 'Copy names no model provider.',
  C113: 'The form asks operators for no credentials.',
  C114: 'The embed loads no tracker of a third party.',
  C115: 'Routes stay out of the host’s namespace.',
  C117: 'The Drive’s clock is right.',
  C118: 'A refusal shows no signature.',
  C119: 'Answers show no stack trace.',
  C120: 'The Drive is at a public https address.',
  C121: 'The connection is TLS 1.2 or newer.',
  C122: 'The certificate is valid, and for two weeks more.',
  C123: 'Browsers are made to use https only.',
  C124: 'The first call is answered as fast as the others.',
  C125: 'Tells that a signature works with another method, as the contract allows.',
  C126: 'While a rotation lasts, the previous key is accepted together with the current one.',
  C127: 'A third key is refused, and the previous one is checked like the current one.',
  C128: 'The endpoint that takes events is there, if the manifest lists it.',
  C129: 'The endpoint that takes events refuses what is not signed correctly.',
  C130: 'A correctly signed event is taken.',
  C131: 'Over its quota a tenant gets 402, where the manifest says "block".',
  C132: 'The quota in metrics is that of the manifest.',
  C133: 'No two endpoints share a path.',
  C134: 'Events come with the oldest first.',
  C135: 'Metrics report the number of live installs.',
  C136: 'Billing reports plan, amount and currency.',
  C137: 'A since that lies in the future gives no events.',
  C139: 'Texts read as what they are.',
  C150: 'The endpoint that takes changed settings is there, if the manifest lists it.',
  C151: 'The endpoint that takes changed settings refuses what is not signed correctly.',
  C152: 'Changed settings are confirmed by their version, however often they come.',
  C153: 'The token of one tenant reads no event of another one.',
  C154: 'The token of one tenant reads no metrics of another one.',
  C155: 'The token of one tenant reads no bill of another one.',
  C157: 'Exposed pages may be shown inside the host.',
};

/**
 * Every check with its documentation, in the order of numbers.
 * @throws Error when a check has no title, cause or fix.
 */
export function conformanceCatalogue(): CatalogueEntry[] {
  return [...conformanceChecks]
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map(({ run: _run, ...check }) => {
      const title = TITLES[check.id];
      const documentation = checkDocumentation[check.id];
      if (title === undefined || documentation === undefined) throw new Error(`check ${check.id} is not documented`);
      return { ...check, title, ...documentation };
    });
}
