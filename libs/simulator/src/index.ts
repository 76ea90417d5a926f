export { SimulatorModule, SimulatorWorkerModule } from './simulations/simulations.module.js';
export { simulatorErrors } from './errors.js';
export { SimulationRequested } from './events.js';
