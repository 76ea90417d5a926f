export { PlatformHttpModule, PlatformModule, PlatformWorkerModule } from './platform.module.js';
