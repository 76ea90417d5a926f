import { Injectable } from '@nestjs/common';
import { csvRow, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { SignaturesQuery } from '../applications/authors.dto.js';
import type { SignatureView, SignedAgreementView } from '../applications/authors.view.js';
import { SIGNATURE, signatureView } from './signature-sql.js';

type Filter = Pick<SignaturesQuery, 'version' | 'q'>;
type Row = Omit<SignedAgreementView, keyof SignatureView> & { signed: SignatureView; at: string };

const PART = 500;
export const SIGNATURE_COLUMNS = [
  'org_id',
  'org_name',
  'account',
  'version',
  'digest',
  'signed_name',
  'signed_by',
  'signed_at',
  'ip',
  'user_agent',
] as const satisfies readonly (keyof SignedAgreementView)[];

/** All signatures under the developer agreement, newest first. */
@Injectable()
export class Signatures {
  constructor(private readonly database: Database) {}

  async page(query: Filter & { cursor?: string; limit: number }): Promise<Page<SignedAgreementView>> {
    const [at, id] = query.cursor ? decodeCursor(query.cursor, 2) : [null, null];
    const rows = await this.database.query<Row>(
      `select ${SIGNATURE}, s.signed_at::text as at, o.id as org_id, o.name as org_name, coalesce(d.state, 'none') as account
       from authors.agreement_signatures s join authors.organizations o on o.id = s.org_id
       left join authors.developer_accounts d on d.org_id = o.id
       where ($1::timestamptz is null or (s.signed_at, s.id) < ($1, $2::uuid)) and ($3::text is null or s.version = $3)
         and ($4::text is null or strpos(lower(o.name), lower($4)) > 0 or strpos(lower(s.signed_name), lower($4)) > 0)
       order by s.signed_at desc, s.id desc limit $5`,
      [at, id, query.version || null, query.q || null, query.limit + 1],
    );
    return toPage(rows, query.limit, ({ at, signed }) => [at, signed.id], view);
  }

  /** All that match the filter, as CSV lines. */
  async *csv(filter: Filter): AsyncGenerator<string> {
    yield csvRow(SIGNATURE_COLUMNS);
    for (let cursor: string | null = null; ;) {
      const page: Page<SignedAgreementView> = await this.page({ ...filter, limit: PART, ...(cursor && { cursor }) });
      for (const one of page.items) yield csvRow(SIGNATURE_COLUMNS.map((column) => one[column]));
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }
}

const view = ({ at: _at, signed, ...author }: Row): SignedAgreementView => ({ ...signatureView(signed), ...author });
