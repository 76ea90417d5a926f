export type { Check, ConformanceMode } from './check.js';
export { conformanceCatalogue, type CatalogueEntry } from './catalogue.js';
export { conformanceChecks } from './checks/index.js';
export type { CheckResult, ConformanceInput } from './context.js';
export type { Documentation } from './documentation/documentation.js';
export { fetchDocs } from './documentation/fetch.js';
export { checkDocumentation } from './documentation/index.js';
export { checkManifestFile } from './file.js';
export type { CheckGroup, Finding, FindingLevel } from './finding.js';
export { reproduceLine, shellQuote, type Recipe } from './reproduce.js';
export {
  ENGINE_VERSION,
  sortFindings,
  type ConformanceReport,
  type ConformanceResult,
  type GroupVerdict,
  type ManifestSummary,
} from './report.js';
export { macFromSecret } from './mac.js';
export { PROBE_BUDGET, type LoggedProbe } from './probe-log.js';
export { wrongRecipes, type WrongRecipe } from './recipes.js';
export { runConformance } from './run.js';
export { tlsFailure } from './tls-failure.js';
export { USER_AGENT } from './user-agent.js';
export type {
  KeyReading,
  Mac,
  Signer,
  TlsFacts,
  Transport,
  TransportFailure,
  TransportRequest,
  TransportResponse,
} from './transport.js';
