import path from 'node:path';
import ts from 'typescript';
import { Problem } from '../lib/problem.mjs';
import { inRoot } from '../lib/root.mjs';

const PAGES = inRoot('apps', 'web', 'tsconfig.json');

/**
 * One program of the sources: of the `pages`, or of the `server` (libs, the other apps and all tests together, a lib read
 * from its sources instead of its declarations). They are the files of the projects of tsconfig.json; a file that
 * belongs to none of them is refused by lint. Returns { program, declared }: `declared` are files whose declarations
 * other projects read.
 */
export function typedSources(part) {
  const { names, options, declared } = part === 'pages' ? { ...project(PAGES), declared: [] } : serverProjects();
  const host = ts.createCompilerHost(options, true);
  // As tsc does: comments matter to no check.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  return { program: ts.createProgram({ rootNames: names, options, host }), declared };
}

function serverProjects() {
  const { options, references } = project(inRoot('tsconfig.json'));
  const names = [];
  const declared = [];
  const seen = new Set([PAGES]);
  const waiting = [...references];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const found = project(file);
    names.push(...found.names);
    if (found.composite) declared.push(...found.names);
    waiting.push(...found.references);
  }
  return { names, options, declared };
}

function project(file) {
  const refuse = (diagnostic) => {
    throw new Problem('tsconfig', ts.formatDiagnostic(diagnostic, FORMAT).trim());
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(
    file,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse },
  );
  parsed.errors.forEach(refuse);
  return {
    names: parsed.fileNames,
    options: { ...parsed.options, noEmit: true, incremental: false, tsBuildInfoFile: undefined },
    composite: parsed.options.composite,
    references: (parsed.projectReferences ?? []).map((reference) =>
      path.normalize(ts.resolveProjectReferencePath(reference)),
    ),
  };
}

const FORMAT = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: () => inRoot(),
  getNewLine: () => '\n',
};

/** Type errors, as tsc prints them; empty without any. Includes errors that prevent declarations. */
export function typeProblems({ program, declared }) {
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  if (found.length === 0)
    found.push(...declared.flatMap((file) => program.getDeclarationDiagnostics(program.getSourceFile(file))));
  return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(found), FORMAT);
}
