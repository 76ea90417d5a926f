import {
  approveApplication,
  approveSubmission,
  checkedSubmission,
  openPayoutAccount,
  signAgreement,
} from '../acts.mjs';
import { eventually } from '../client.mjs';
import { DRIVES, WAITING } from './companies.mjs';

/** Minor units a month. */
const LISTING_FEE = { usd: '2900' };

const OPERATOR = {
  legal_name: 'Host Platform B.V.',
  address: 'Keizersgracht 1\n1015 CN Amsterdam',
  country: 'NL',
  tax_id: 'NL004495445B01',
};

const ALL = { ...DRIVES, ...WAITING };

/** From the application to the catalogue, from wherever an earlier attempt has stopped. */
export async function listDrive(w, slug) {
  const submission = await submitDrive(w, slug);
  if (submission) await approveDrive(w, submission);
}

/** From the application to the reviewer; undefined when it is listed. */
export async function submitDrive(w, slug) {
  const author = await w.author(ALL[slug].company);
  const driveId = await accepted(w, author, slug);
  await agreeOnModel(w, { author, slug, driveId });
  return submitted(w, { author, slug, driveId });
}

/** The application alone, which then waits for a reviewer. */
export const applyFor = async (w, slug) => accepted(w, await w.author(ALL[slug].company), slug, false);

/** The company's own place for it: application, agreement, payout account. */
async function accepted(w, author, slug, isDecided = true) {
  const { company } = author;
  const drive = ALL[slug];
  // Applications of one company come after each other: the first one makes the company.
  author.turn = (author.turn ?? Promise.resolve()).then(async () => {
    // Of some it is where their Drives answer, which makes these verified.
    const application = await applied(author, slug, drive, company.answersAtWebsite && w.drive(slug).origin);
    if (!isDecided) return undefined;
    if (application.state !== 'approved') await approveApplication(w.reviewer, application.id);
    if ((await author.get('/author/account')).state !== 'active') {
      // One of them lets the platform write its invoices.
      if (company.tax && !(await author.get('/author/tax-profile')).saved) {
        await w.step('operator', w.state.doing, () =>
          w.agree('/finance/policies/operator_identity/proposals', { value: OPERATOR }),
        );
        await author.post('/author/tax-profile', { country: company.country, ...company.tax });
      }
      await signAgreement(author, company.person);
      if (drive.model !== 'first_party') await openPayoutAccount(author);
    }
    return (await author.get('/author/account')).drives.find((one) => one.slug === slug).id;
  });
  return author.turn;
}

/** A company's application for a Drive, handed in. */
export async function applied(author, slug, { name, about }, website) {
  const { person, name: company, country, domain } = author.company;
  const mine = (await author.get('/applications')).items.find((one) => one.drive_slug === slug);
  const answers = {
    founder_name: person,
    company_name: company,
    country,
    website: website || `https://${domain}`,
    drive_name: name,
    drive_slug: slug,
    description: about,
    security_contact: `security@${domain}`,
  };
  const application = mine ?? (await author.post('/applications', answers));
  if (application.state === 'draft') await author.post(`/applications/${application.id}/submit`);
  return application;
}

/** Who bills, where it is not the portal; such an author pays a listing fee. */
async function agreeOnModel(w, { author, slug, driveId }) {
  const { model } = ALL[slug];
  const byAuthor = model === 'author_billing';
  if (model)
    await w.step(`model ${slug}`, w.state.doing, async () => {
      if (byAuthor) await author.post('/author/payment-method', { payment_method: 'pm_card_visa' });
      if (byAuthor) await w.agree('/finance/policies/listing_fee/proposals', { value: LISTING_FEE });
      const given = { kind: 'billing_model', drive_id: driveId, model };
      await w.agree('/finance/commercial-changes', byAuthor ? { ...given, currency: 'usd' } : given);
    });
}

async function submitted(w, { author, slug, driveId }) {
  const drive = w.drive(slug);
  if (ALL[slug].fault) await drive.control('switch', { name: ALL[slug].fault, on: true });
  if ((await drive.state()).accepted_secrets === 0) {
    const known = (await author.get(`/author/drives/${driveId}/keys`)).items.length > 0;
    const { secret } = known
      ? await author.post(`/author/drives/${driveId}/keys/rotate`, { mode: 'overlap', reason: 'The secret was lost.' })
      : await author.post(`/author/drives/${driveId}/keys/issue`);
    await drive.control('secret', { secret });
  }
  if (await versionOf(w, slug)) return undefined;
  const before = (await w.all(w.reviewer, '/review/submissions')).find((one) => one.drive_id === driveId);
  const { id } =
    before ?? (await author.post(`/author/drives/${driveId}/submissions`, { manifest_url: drive.manifestUrl }));
  return checkedSubmission(author, id);
}

/** As the catalogue shows it; undefined for a Drive that is not listed. */
const versionOf = async (w, slug) =>
  (await (await fetch(`${w.base}/api/public/catalogue/${slug}`)).json()).data?.version;

/** A listed Drive's new version, from its publication to the reviewer; undefined when it is in the catalogue. */
export async function publish(w, slug) {
  const { company } = DRIVES[slug];
  const author = await w.author(company);
  const { id } = (await author.get('/author/account')).drives.find((one) => one.slug === slug);
  if ((await w.drive(slug).state()).drive.releases === 0) await w.drive(slug).control('publish');
  if ((await versionOf(w, slug)) === (await w.drive(slug).state()).drive.version) return undefined;
  await author.post(`/author/drives/${id}/sync`);
  return eventually(
    'the new version in the review queue',
    async () => (await w.all(w.reviewer, '/review/submissions')).find((one) => one.drive_id === id),
    (found) => found?.state === 'in_review',
  );
}

export async function approveDrive(w, submission) {
  if (submission.state !== 'in_review')
    throw new Error(`a Drive of the demo fails its checks: ${JSON.stringify(submission.findings ?? submission.state)}`);
  await approveSubmission(w.reviewer, submission.id, 'All checks passed and the scopes are narrow.');
}
