export { SimulatorModule, SimulatorWorkerModule } from './simulations/simulations.module.js';
export { SimulationRequested } from './events.js';
