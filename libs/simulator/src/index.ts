export { SimulatorModule, SimulatorWorkerModule } from './simulations/simulations.module.js';
