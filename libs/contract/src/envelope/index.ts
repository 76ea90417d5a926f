export { failure, success, type Envelope, type FailureEnvelope, type SuccessEnvelope } from './envelope.js';
export { driveRefusals, type DriveRefusal } from './drive-refusals.js';
export { checkEnvelope, isIsoTimestamp, parseEnvelope, type EnvelopeResult } from './parse.js';
