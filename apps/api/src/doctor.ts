import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '@portal/platform';
import { Config } from '@portal/platform/config';
import { Doctor } from '@portal/platform/health';
// Declares the gauges of every feature.
import './api.module.js';

/** Prints what is wrong with the deployment and what to do. Exit code 1 when something is. */
async function main(): Promise<void> {
  const config = Config.fromEnv();
  class DoctorModule {}
  Module({ imports: [PlatformModule.forRoot(config, 'doctor')], providers: [Doctor] })(DoctorModule);
  const app = await NestFactory.createApplicationContext(DoctorModule, { logger: false, abortOnError: false });
  const findings = await app.get(Doctor).execute();
  for (const { title, state, detail, advice } of findings) {
    process.stdout.write(`${state.replace('_', ' ').padEnd(12)}${title}${detail === null ? '' : `: ${detail}`}\n`);
    if (advice !== null) process.stdout.write(`${' '.repeat(12)}${advice}\n`);
  }
  await app.close();
  if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`failed      ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
