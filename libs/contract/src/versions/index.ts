export {
  announceSunset,
  CONTRACT_VERSIONS,
  contractVersionPhase,
  earliestSunset,
  servedContractVersion,
  SUNSET_MONTHS,
  type ContractVersion,
  type ContractVersionPhase,
} from './versions.js';
