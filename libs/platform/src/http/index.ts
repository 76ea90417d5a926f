export { ANY_JSON, ApiData, ApiRedirect, ApiUnchanged } from './routes/api-docs.js';
export { responseHeaders, type ResponseHeader } from './routes/api-docs.js';
export { BodyLimit, LONG_TEXTS, SMALL_BODY } from './bodies/body-limit.js';
export { createHttpApp } from './create-http-app.js';
export { DoneView } from './answers/done.view.js';
export { RawBody } from './answers/envelope.js';
export {
  ApiController,
  DeleteData,
  GetData,
  GetFile,
  GetPage,
  PatchData,
  PostData,
  PostPage,
  PutData,
} from './routes/routes.js';
export { anyObject, instant, maybeInstant, maybeNumber, maybeObject, maybeText } from './fields/field-shapes.js';
export { FileBody, readFileBody } from './bodies/file-body.js';
export { IsName } from './fields/is-name.js';
export { listExport, ListExports, type ExportableList, type ExportFilter } from './lists/list-exports.js';
export { PageQuery } from './lists/page-query.js';
export { callerAddress, callerKey, CALLERS_OF_NETWORK, networkKey } from './limits/caller-key.js';
export { ReadShare } from './limits/read-share.js';
export { RateLimits, type RateLimit } from './limits/rate-limits.js';
export { isUnchanged } from './answers/etag.js';
export { ownSearch, searchAmongAll, SearchSources, staffSearch, typedId } from './lists/search-sources.js';
export {
  AnyObject,
  ItemsOf,
  LAST_REVISION,
  MayBeAbsent,
  PartOf,
  OptionalBoolean,
  OptionalDay,
  OptionalFlag,
  OptionalId,
  OptionalInstant,
  OptionalLength,
  OptionalObject,
  OptionalOneOf,
  OptionalPattern,
  OptionalText,
  OptionalTexts,
  OptionalWhole,
  OptionalWords,
  Texts,
  Whole,
} from './fields/optional-fields.js';
export { IsInstant, trimmed, Words } from './fields/text-fields.js';
export { createValidationPipe, IdParam } from './fields/validation.js';
