import { Link } from '@tanstack/react-router';
import { ExportList } from '../../../components/tables/export-list.js';
import { Page } from '../../../components/layout/page.js';
import { PolicyTable } from './policy-tables.js';
import { texts } from '../texts/policies.js';
import { common } from '../../../text/common.js';

/** Every policy about money with its current value, as a sentence. */
export function PoliciesPage() {
  return (
    <Page title={common.policies} actions={<ExportList kind="policies" query={{}} />}>
      <p>{texts.policies.explanation}</p>
      <PolicyTable
        titleOf={(row) => (
          <Link to="/finance/policies/$key" params={{ key: row.key }}>
            {row.title}
          </Link>
        )}
      />
    </Page>
  );
}
