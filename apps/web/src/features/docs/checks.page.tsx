import { StatusBadge } from '../../components/feedback/feedback.js';
import { Card, Facts, NamedFacts } from '../../components/layout/page.js';
import { DataTable } from '../../components/tables/data-table.js';
import data from '../../docs/generated/checks.json';
import { DocsPage, useFilter } from './docs-page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

const ALL = [data];

/** Everything that is checked in a Drive; `#C68` leads to one check, `?q=` searches. */
export function ChecksPage() {
  const [found, filter, query] = useFilter(ALL, 'checks', texts.checks.names.checks);
  return (
    <DocsPage title={common.whatWeCheck}>
      <p className="measure">
        {rich(texts.checks.explanation, { count: data.checks.length, driveValidate: <code>drive validate</code> })}
      </p>
      {filter}
      {found[0]?.checks.map((doc) => (
        <CheckEntry key={doc.id} doc={doc} />
      ))}
      <Card id="criteria" title={texts.checks.criteriaHeading}>
        {data.criteria.map(({ id, title, sentence }) => (
          <p key={id} id={id}>
            <span className="strong">{title}</span> {sentence}
          </p>
        ))}
      </Card>
      {query === '' ? <Recipes /> : null}
    </DocsPage>
  );
}

function CheckEntry({ doc }: { doc: (typeof data.checks)[number] }) {
  const { example } = doc;
  return (
    <Card
      id={doc.id}
      title={
        <>
          <a href={`#${doc.id}`}>{doc.id}</a> {doc.title}
        </>
      }
      actions={<StatusBadge kind="level" code={doc.level} />}
    >
      <p>
        {rich(texts.checks.needsContract, {
          needs: doc.needs,
          clause: doc.clause,
          rule: <code>{doc.rule}</code>,
          how: doc.how,
        })}
      </p>
      <p>
        {doc.cause} {doc.fix}
      </p>
      {doc.written ? (
        <Facts
          titles={texts.checks.checkEntryFacts}
          items={{
            wrong: <Mono text={doc.written.wrong} />,
            right: <Mono text={doc.written.right} />,
          }}
        />
      ) : null}
      {example ? (
        <NamedFacts
          items={[
            [common.example, texts.checks.driveError(example.broken)],
            [common.expected, <Mono key="e" text={example.expected} />],
            [common.got, example.received ? <Mono key="g" text={example.received} /> : null],
            [common.cause, example.cause],
            [common.fix, example.fix],
          ]}
        />
      ) : null}
    </Card>
  );
}

const Mono = ({ text }: { text: string }) => <span className="mono">{text}</span>;

function Recipes() {
  return (
    <Card id="recipes" title={texts.checks.recipesHeading}>
      <p className="measure">{texts.checks.recipesExplanation}</p>
      <DataTable
        label={texts.checks.wrongRecipesLabel}
        rows={data.recipes}
        rowKey={({ name }) => name}
        titles={texts.checks.recipesColumns}
        columns={[
          { id: 'yourDrive', cell: ({ does }) => does },
          { id: 'fix', cell: ({ fix }) => fix },
        ]}
      />
    </Card>
  );
}
