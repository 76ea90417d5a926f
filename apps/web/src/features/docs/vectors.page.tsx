import type { ReactNode } from 'react';
import { CopyButton } from '../../components/values/copy.js';
import { Card, Facts } from '../../components/layout/page.js';
import data from '../../docs/vectors.json';
import { Code, DocsPage } from './docs-page.js';

/** Addresses of the vector files, by their names. */
const urls: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../../../libs/contract/vectors/*.json', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

type VectorFile = (typeof data.files)[number];

/** The test vectors: what is in them, how to run them, and the files themselves. */
export function VectorsPage(): ReactNode {
  const { example, files } = data;
  return (
    <DocsPage title="Test vectors">
      <div className="measure stack stack-8 prose">
        <p>
          Plain JSON for any language. Our own tests run every case, so these files match the host. For each case, call
          your code with its inputs and compare the result.
        </p>
        <ul>
          <li>Secrets and paths are text: hash their UTF-8 bytes, decode nothing.</li>
          <li>
            <code>patch</code> is JSON Patch (RFC 6902) with add, replace and remove, applied to the good manifest that{' '}
            <code>base</code> names.
          </li>
          <li>
            In <code>expect</code> compare the members that are there. Order means nothing; codes never change.
          </li>
          <li>For a Drive, start with signing.json.</li>
        </ul>
      </div>
      {files.map((file) => (
        <File key={file.file} file={file} />
      ))}
      <Card
        title="A program that runs them"
        actions={<CopyButton text={example.code} label={`Copy ${example.file}`} />}
      >
        <p>
          Python’s own library is enough: put <code>{example.file}</code> beside the files and run{' '}
          <code>python3 {example.file}</code>.
        </p>
        <Code label={example.file}>{example.code}</Code>
      </Card>
    </DocsPage>
  );
}

function File({ file }: { file: VectorFile }): ReactNode {
  return (
    <section className="card stack stack-8" id={file.file} aria-labelledby={`${file.file}-title`}>
      <div className="row row-between">
        <h2 id={`${file.file}-title`}>{file.file}</h2>
        <a href={urls[file.file]} download={file.file}>
          Download {file.file}
        </a>
      </div>
      <p className="measure">{file.about}</p>
      <Facts
        items={[
          ...file.lists.map(
            ({ name, count, keys }) => [name, `${count}: ${keys.join(', ')}`] as readonly [string, ReactNode],
          ),
          ['Size', `${file.bytes.toLocaleString('en')} bytes`],
          ['SHA-256', <code key="h">{file.sha256}</code>],
        ]}
      />
      <details className="docs-details">
        <summary>The first case</summary>
        <Code label={`The first case of ${file.file}`}>{file.sample}</Code>
      </details>
    </section>
  );
}
