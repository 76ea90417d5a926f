export * from './envelope/index.js';
export * from './events/index.js';
export * from './install/index.js';
export { hasErrors, type Issue, type IssueLevel } from './issue.js';
export * from './json/index.js';
export * from './signing/index.js';
export * from './config-schema/index.js';
export * from './manifest/index.js';
export {
  describeDisguise,
  findDisguise,
  nameInMail,
  nameProblem,
  type Disguise,
  type DisguiseKind,
} from './text/disguise.js';
export { parseUrl } from './text/parse-url.js';
export * from './diff/index.js';
export * from './versions/index.js';
