import type { ReactNode } from 'react';
import { CopyButton } from '../../components/values/values.js';
import { Card, NamedFacts } from '../../components/layout/page.js';
import data from '../../docs/generated/vectors.json';
import { Code, DocsPage } from './docs-page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

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
export function VectorsPage() {
  const { example, files } = data;
  return (
    <DocsPage title={common.testVectors}>
      <div className="measure stack stack-8 prose">
        <p>{texts.vectors.introduction}</p>
        <ul>
          <li>{texts.vectors.secretsAndPaths}</li>
          <li>{rich(texts.vectors.patchMember, { patch: <code>patch</code>, base: <code>base</code> })}</li>
          <li>{rich(texts.vectors.expectMember, { expect: <code>expect</code> })}</li>
          <li>{texts.vectors.whereToStart}</li>
        </ul>
      </div>
      {files.map((file) => (
        <File key={file.file} file={file} />
      ))}
      <Card
        title={texts.vectors.programRunsTitle}
        actions={<CopyButton text={example.code} label={common.copyFile(example.file)} />}
      >
        <p>
          {rich(texts.vectors.howToRun, {
            file: <code>{example.file}</code>,
            python3: <code>python3 {example.file}</code>,
          })}
        </p>
        <Code label={example.file}>{example.code}</Code>
      </Card>
    </DocsPage>
  );
}

function File({ file }: { file: VectorFile }) {
  return (
    <Card
      id={file.file}
      title={file.file}
      actions={
        <a href={urls[file.file]} download={file.file}>
          {texts.vectors.download(file.file)}
        </a>
      }
    >
      <p className="measure">{file.about}</p>
      <NamedFacts
        items={[
          ...file.lists.map(
            ({ name, count, keys }) => [name, `${count}: ${keys.join(', ')}`] as readonly [string, ReactNode],
          ),
          [texts.vectors.facts.size, texts.vectors.bytes(file.bytes.toLocaleString('en'))],
          ['SHA-256', <code key="h">{file.sha256}</code>],
        ]}
      />
      <details className="docs-details">
        <summary>{texts.vectors.heading}</summary>
        <Code label={texts.vectors.firstCase(file.file)}>{file.sample}</Code>
      </details>
    </Card>
  );
}
