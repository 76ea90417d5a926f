export { conformanceCatalogue, type CatalogueEntry } from './report/catalogue.js';
export { conformanceChecks } from './checks/index.js';
export { NEVER_SIGNED, NOT_RUN_REASONS, NOTHING_TO_CHECK } from './input.js';
export type { CheckResult, ConformanceInput, ConformanceMode, NotRunReason, SeenCall } from './input.js';
export { countChecks, countsText } from './report/counts.js';
export { checkDocumentation } from './documentation/index.js';
export { checkManifestFile } from './file.js';
export type { Finding } from './report/finding.js';
export { reproduceLine } from './signing/reproduce.js';
export { ENGINE_VERSION, type ConformanceReport, type ConformanceResult } from './report/report.js';
export { macFromSecret } from './signing/mac.js';
export { framingOf } from './probe/framing.js';
export { PROBE_TENANTS } from './probe/probe-tenants.js';
export { PROBE_BUDGET, type LoggedProbe } from './probe/probe-log.js';
export { wrongRecipes, type WrongRecipe } from './signing/recipes.js';
export { runConformance } from './run.js';
export { tlsFailure } from './probe/tls-failure.js';
export { USER_AGENT } from './probe/user-agent.js';
export type {
  Mac,
  Signer,
  TlsFacts,
  Transport,
  TransportFailure,
  TransportRequest,
  TransportResponse,
} from './probe/transport.js';
