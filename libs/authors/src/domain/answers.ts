import { isSlug } from '@portal/contract';
import type { ErrorDetail } from '@portal/kernel';
import { isPayableCountry } from './payable-countries.js';

/** What an applicant tells us. A draft may hold empty answers. */
export interface Answers {
  companyName: string;
  country: string;
  website: string;
  driveName: string;
  driveSlug: string;
  description: string;
  securityContact: string;
}

const SLUG_MIN = 3;
/** Words that would read like parts of the host. */
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

export function tidyAnswers(answers: Answers): Answers {
  return {
    companyName: answers.companyName.trim(),
    country: answers.country.trim().toUpperCase(),
    website: answers.website.trim(),
    driveName: answers.driveName.trim(),
    driveSlug: answers.driveSlug.trim(),
    description: answers.description.trim(),
    securityContact: answers.securityContact.trim(),
  };
}

/** Everything that keeps an application from being submitted, at once; pointers are those of the request body. */
export function problemsOf(answers: Answers): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const problem = (field: string, code: string, message: string): void =>
    void problems.push({ pointer: `/${field}`, code, message });
  if (answers.companyName === '') problem('company_name', 'required', 'Name the company as it stands on invoices.');
  if (!/^[A-Z]{2}$/.test(answers.country)) problem('country', 'format', 'Give the country as two letters, such as US.');
  else if (!isPayableCountry(answers.country))
    problem('country', 'not_payable', 'We cannot pay authors in this country yet.');
  if (!isWebsite(answers.website)) problem('website', 'format', 'Give the full address, such as https://example.com.');
  if (answers.driveName === '') problem('drive_name', 'required', 'Give the Drive a name.');
  problems.push(...slugProblems(answers.driveSlug));
  if ([...answers.description].length < 20)
    problem('description', 'too_short', 'Say in at least 20 characters what the Drive does.');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(answers.securityContact))
    problem('security_contact', 'format', 'Give an e-mail address that somebody reads.');
  return problems;
}

export function slugProblems(slug: string): ErrorDetail[] {
  const one = (code: string, message: string): ErrorDetail[] => [{ pointer: '/drive_slug', code, message }];
  if (!isSlug(slug)) return one('format', 'Use lower-case letters, digits and single hyphens, such as content-studio.');
  if (slug.length < SLUG_MIN) return one('too_short', `Use at least ${SLUG_MIN} characters.`);
  if (RESERVED.has(slug)) return one('reserved', 'This word belongs to the platform. Choose another one.');
  return [];
}

function isWebsite(text: string): boolean {
  try {
    const url = new URL(text);
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') && url.username === '';
  } catch {
    return false;
  }
}
