export { headerValue, SIGNATURE_HEADER, TIMESTAMP_HEADER, type HeaderBag } from './headers.js';
export { InvalidSecretError, MAX_PATH_LENGTH, prepareKey, SigningKey } from './key.js';
export { isSignatureMismatch, signatureReason, signatureReasons, type SignatureReason } from './reasons.js';
export { sign, signatureHeaders, type SignInput } from './sign.js';
export { MAX_SKEW_MS, verify, type VerifyInput, type VerifyResult } from './verify.js';
