import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import { Card, Page } from '../../components/page.js';
import { ProofList } from '../../components/proof-list.js';
import { Resource } from '../../components/resource.js';
import { InclusionProof, StatementBody, StatementDownloads } from '../../components/statement-body.js';
import { StatusBadge } from '../../components/status-badge.js';
import { formatMonth } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';

/** The statement of any author, exactly as the author sees it. */
export function StatementPage(): ReactNode {
  const id = useParam('id');
  const statement = useGet('/api/v1/finance/statements/{id}', { path: { id } });
  const proof = useGet('/api/v1/finance/statements/{id}/verify', { path: { id } });
  return (
    <Page
      title={
        statement.data
          ? `Statement of ${statement.data.author_name}, ${formatMonth(statement.data.month)}`
          : 'Statement'
      }
      badges={statement.data ? <StatusBadge kind="statement" code={statement.data.outcome} /> : null}
      actions={<StatementDownloads base={`/api/v1/finance/statements/${encodeURIComponent(id)}`} />}
    >
      <Resource of={statement} page>
        {(view) => (
          <StatementBody view={view}>
            <Card title="Proof">
              <InclusionProof view={view} />
              <Resource of={proof} what="the proof">
                {(verdict) => (
                  <ProofList
                    ok={verdict.ok}
                    checks={verdict.checks.map((check) => ({ ...check, code: check.name, title: check.name }))}
                  />
                )}
              </Resource>
            </Card>
          </StatementBody>
        )}
      </Resource>
    </Page>
  );
}
