import { Injectable } from '@nestjs/common';
import { AppError, type Page, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { clausesOf, differencesOf } from './domain/agreement-clauses.js';
import { authorsErrors } from '../errors.js';
import type {
  AgreementEntryView,
  AgreementTextView,
  AgreementVersionView,
  AgreementView,
  OrganizationSignaturesView,
} from '../applications/authors.view.js';
import { organizationOf, requireOrganization } from '../organizations/authorized-organization.js';
import { SIGNATURE, signatureView } from './signature-sql.js';

type Dates = 'effective_at' | 'sign_until' | 'superseded_at';
type Row = RowOf<AgreementEntryView, Dates> & { ordinal: number; summary: string[]; text: string };

/** A signature with the text that was signed. */
export interface SignedCopy {
  organization: { id: string; name: string; country: string };
  agreement: { version: string; digest: string; effective_at: string; summary: string[]; text: string };
  signature: NonNullable<AgreementEntryView['signed']>;
}

/** All versions of the agreement, past, current and announced, with an organisation's signature on each. */
@Injectable()
export class AgreementVersions {
  constructor(private readonly database: Database) {}

  /** Newest first, with the number of active authors who signed each, for admins. */
  async all(): Promise<Page<AgreementVersionView>> {
    const rows = await this.database.query<RowOf<AgreementVersionView, 'effective_at' | 'sign_until'>>(
      `select v.version, v.digest, v.summary, v.text, v.effective_at, v.sign_until,
         v.ordinal = (select max(ordinal) from authors.agreement_versions where effective_at <= (select platform.portal_now())) as in_force,
         count(s.id)::int as signed, (count(a.org_id) - count(s.id))::int as unsigned
       from authors.agreement_versions v
       left join authors.developer_accounts a on a.state in ('active', 'suspended')
       left join authors.agreement_signatures s on s.version = v.version and s.org_id = a.org_id
       group by v.version order by v.ordinal desc limit 100`,
    );
    return { items: rows.map(isoDates), next_cursor: null };
  }

  /**
   * The version in force and the signature of the caller's organisation on it.
   * @throws AppError `agreement_not_published` (409)
   */
  async current(actor: Actor): Promise<AgreementView> {
    const [row] = await this.database.query<RowOf<AgreementView, 'effective_at'>>(
      `select v.version, v.effective_at, v.digest, v.summary, v.text, ${SIGNATURE}
       from authors.agreement_versions v left join authors.agreement_signatures s on s.version = v.version and s.org_id = $1
       where v.effective_at <= (select platform.portal_now()) order by v.ordinal desc limit 1`,
      [organizationOf(actor) ?? null],
    );
    if (!row) throw new AppError(authorsErrors.agreement_not_published);
    return { ...isoDates(row), signed: row.signed && signatureView(row.signed) };
  }

  /** Newest first, with the signatures of the caller's organisation. */
  async own(actor: Actor): Promise<Page<AgreementEntryView>> {
    const rows = await this.read(organizationOf(actor));
    return { items: rows.map(entry), next_cursor: null };
  }

  /**
   * One version, compared with `against`, or by default with the earlier version that the caller's organisation signed
   * last.
   * @throws AppError `agreement_not_found` (404) for either.
   */
  async one(actor: Actor, version: string, against?: string): Promise<AgreementTextView> {
    const rows = await this.read(organizationOf(actor));
    const row = rows.find((one) => one.version === version);
    const other =
      against === undefined
        ? rows.find((one) => one.signed !== null && row !== undefined && one.ordinal < row.ordinal)
        : rows.find((one) => one.version === against);
    if (!row || (against !== undefined && !other)) throw new AppError(authorsErrors.agreement_not_found);
    return {
      ...entry(row),
      summary: row.summary,
      text: row.text,
      compared_with: other?.version ?? null,
      differences: other ? differencesOf(clausesOf(other.text), clausesOf(row.text)) : [],
    };
  }

  /** @throws AppError `agreement_not_found`, `agreement_not_signed`, `account_not_found` (404). */
  async signedCopy(actor: Actor, version: string): Promise<SignedCopy> {
    const orgId = requireOrganization(actor);
    const row = (await this.read(orgId)).find((one) => one.version === version);
    if (!row) throw new AppError(authorsErrors.agreement_not_found);
    const { digest, summary, text, signed } = row;
    if (!signed) throw new AppError(authorsErrors.agreement_not_signed);
    return {
      organization: await this.organization(orgId),
      agreement: { version, digest, effective_at: row.effective_at.toISOString(), summary, text },
      signature: signatureView(signed),
    };
  }

  /**
   * For staff.
   * @throws AppError `author_not_found` (404).
   */
  async ofOrganization(orgId: string): Promise<OrganizationSignaturesView> {
    const { name } = await this.organization(orgId);
    return { org_id: orgId, name, versions: (await this.read(orgId)).map(entry) };
  }

  private async organization(id: string): Promise<SignedCopy['organization']> {
    const [row] = await this.database.query<SignedCopy['organization']>(
      'select id, name, country from authors.organizations where id = $1',
      [id],
    );
    return required(row, authorsErrors.author_not_found);
  }

  private read(orgId: string | undefined): Promise<Row[]> {
    return this.database.query<Row>(
      `select v.version, v.ordinal, v.digest, v.summary, v.text, v.effective_at, v.sign_until, n.version as superseded_by, n.effective_at as superseded_at,
         case when v.effective_at > now.at then 'upcoming' when n.effective_at <= now.at then 'superseded' else 'in_force' end as state, ${SIGNATURE}
       from authors.agreement_versions v cross join (select platform.portal_now() as at) now
       left join lateral (select version, effective_at from authors.agreement_versions l where l.ordinal > v.ordinal order by l.ordinal limit 1) n on true
       left join authors.agreement_signatures s on s.version = v.version and s.org_id = $1
       order by v.ordinal desc`,
      [orgId ?? null],
    );
  }
}

function entry({ ordinal: _ordinal, summary: _summary, text: _text, ...row }: Row): AgreementEntryView {
  return { ...isoDates(row), signed: row.signed && signatureView(row.signed) };
}
