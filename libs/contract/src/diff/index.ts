export { needsConsent, needsReview, type ChangeLevel, type ManifestChange } from './change.js';
export { diffManifests } from './diff.js';
