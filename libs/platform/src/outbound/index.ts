export { judgeUrl } from './judge-url.js';
export type { GuardedHttp, OutboundRequest, OutboundResponse } from './guarded-http.js';
export { OutboundClient } from './outbound-client.js';
export { OutboundError } from './outbound-error.js';
