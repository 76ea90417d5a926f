import { CATEGORIES, isLoopbackHost, isSlug, readWebAddress } from '@portal/contract';
import { COUNTRY_EXPECTED, isCountry, type ErrorDetail } from '@portal/kernel';
import { isPayableCountry } from './payable-countries.js';

/** An applicant's answers. Any of them may be empty in a draft. */
export interface Answers {
  founderName: string;
  companyName: string;
  country: string;
  website: string;
  /** A GitHub name or the URL of a repository; optional. */
  github: string;
  driveName: string;
  driveSlug: string;
  description: string;
  /** A category of the catalogue; optional. */
  category: string;
  /** Permissions that the Drive will request; optional. */
  intendedScopes: string[];
  /** Kinds of data that it will process, such as `contact` or `phi`; optional. */
  dataClasses: string[];
  securityContact: string;
  /** URL of a manifest that can be checked already; optional. */
  manifestUrl: string;
}

const SLUG_MIN = 3;
const GITHUB = /^(?:https:\/\/github\.com\/)?[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\/[\w.-]{1,100})?\/?$/;
const SCOPE = /^[a-z][a-z0-9_.:-]{1,127}$/;
const DATA_CLASS = /^[a-z][a-z0-9_-]{0,59}$/;
/** Slugs that could be mistaken for parts of the host. */
const RESERVED = new Set([
  'admin',
  'api',
  'assets',
  'auth',
  'catalogue',
  'docs',
  'drive',
  'drives',
  'finance',
  'health',
  'help',
  'host',
  'platform',
  'plugins',
  'portal',
  'public',
  'review',
  'status',
  'support',
  'www',
]);

export const NO_ANSWERS: Answers = {
  founderName: '',
  companyName: '',
  country: '',
  website: '',
  github: '',
  driveName: '',
  driveSlug: '',
  description: '',
  category: '',
  intendedScopes: [],
  dataClasses: [],
  securityContact: '',
  manifestUrl: '',
};
const FIELDS = Object.keys(NO_ANSWERS) as (keyof Answers)[];
const apiName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The answers in a row that has other columns too. */
export function answersOf(row: Answers): Answers {
  return Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as unknown as Answers;
}

/** The answers by their API names. */
export function byApiName(answers: Partial<Answers>): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(answers).map(([field, value]) => [apiName(field), value]));
}

/** The answers in a request or a row with API names; those that it does not have are left out. */
export function fromApiNames(named: object): Partial<Answers> {
  const values = new Map<string, unknown>(Object.entries(named));
  const given = FIELDS.map((field) => [field, values.get(apiName(field))]).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Answers>;
}

export function tidyAnswers(answers: Answers): Answers {
  const tidy = FIELDS.map((field) => {
    const value = answers[field];
    return [field, typeof value === 'string' ? value.trim() : tidyList(value)];
  });
  return { ...(Object.fromEntries(tidy) as unknown as Answers), country: answers.country.trim().toUpperCase() };
}

function tidyList(items: readonly string[]): string[] {
  return [...new Set(items.map((item) => item.trim().toLowerCase()).filter((item) => item !== ''))];
}

/** All problems that prevent submission; pointers are those of the request body. */
export function problemsOf(answers: Answers): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const problem = (field: string, code: string, message: string): void =>
    void problems.push({ pointer: `/${field}`, code, message });
  if (answers.founderName === '') problem('founder_name', 'required', 'Enter the name of the person behind the Drive.');
  if (answers.companyName === '')
    problem('company_name', 'required', 'Enter the company name as it appears on invoices.');
  if (answers.country === '') problem('country', 'required', 'Choose the country where you are paid.');
  else if (!isCountry(answers.country)) problem('country', 'unknown', COUNTRY_EXPECTED);
  else if (!isPayableCountry(answers.country))
    problem('country', 'not_payable', 'We cannot pay authors in this country yet.');
  const website = addressProblem(answers.website, false);
  if (website !== null) problem('website', 'format', `Enter the full URL, such as https://example.com. ${website}`);
  if (answers.github !== '' && !GITHUB.test(answers.github))
    problem('github', 'format', 'Enter a GitHub user name or the URL of a repository, or leave it empty.');
  if (answers.driveName === '') problem('drive_name', 'required', 'Enter a name for the Drive.');
  problems.push(...slugProblems(answers.driveSlug));
  if ([...answers.description].length < 20)
    problem('description', 'too_short', 'Describe what the Drive does in at least 20 characters.');
  if (answers.category !== '' && !CATEGORIES.some((known) => known === answers.category))
    problem('category', 'unknown', `Choose one of ${CATEGORIES.join(', ')}, or leave it empty.`);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(answers.securityContact))
    problem('security_contact', 'format', 'Enter an email address that is monitored.');
  const manifest = answers.manifestUrl === '' ? null : addressProblem(answers.manifestUrl, true);
  if (manifest !== null)
    problem('manifest_url', 'format', `Enter the full URL of the manifest, or leave it empty. ${manifest}`);
  const scope = answers.intendedScopes.find((one) => !SCOPE.test(one));
  if (scope !== undefined)
    problem('intended_scopes', 'format', `Write permissions like events.receive:brand.updated, not "${scope}".`);
  const dataClass = answers.dataClasses.find((one) => !DATA_CLASS.test(one));
  if (dataClass !== undefined)
    problem('data_classes', 'format', `A class of data must be one word, such as contact or phi, not "${dataClass}".`);
  return problems;
}

export function slugProblems(slug: string): ErrorDetail[] {
  const one = (code: string, message: string): ErrorDetail[] => [{ pointer: '/drive_slug', code, message }];
  if (!isSlug(slug)) return one('format', 'Use lower-case letters, digits and single hyphens, such as content-studio.');
  if (slug.length < SLUG_MIN) return one('too_short', `Use at least ${SLUG_MIN} characters.`);
  if (RESERVED.has(slug)) return one('reserved', 'This word is reserved for the platform. Choose another one.');
  return [];
}

/** Why it is not a web address, as a sentence; null: it is one. @param local whether one of this machine is, too. */
function addressProblem(text: string, local: boolean): string | null {
  const read = readWebAddress(text);
  if ('refusal' in read) return `This ${read.refusal}.`;
  const { hostname } = read.url;
  return hostname.includes('.') || (local && isLoopbackHost(hostname)) ? null : 'This has no public host name.';
}
