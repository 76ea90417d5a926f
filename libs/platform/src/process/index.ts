export { stopHttpApp, stopLimitMs } from './stop-http-app.js';
export { stopOnSignal } from './stop-on-signal.js';
export { waitForDatabase, waitForServers } from './wait-for-servers.js';
export { NotUp, waitForPostgres } from './wait-until-up.js';
