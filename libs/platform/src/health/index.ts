export { ClockOffset } from './clock-offset.js';
export { Doctor } from './read/doctor.js';
export { defineGauge, gaugeCatalogue } from './gauges.js';
export { measureCall } from './measurements.js';
export { startMetricsServer } from './metrics-server.js';
export { ProcessGauges } from './process-gauges.js';
export { ProductGauges } from './product-gauges.js';
export { StatusRecord } from './status-record.repository.js';
export { Readiness } from './readiness.js';
