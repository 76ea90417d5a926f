import { Module } from '@nestjs/common';
import { InstallHttpModule } from '../install/install.module.js';
import { EmbedService } from './embed.service.js';
import { EmbedController, FramedPageController } from './embed.controller.js';
import { PluginFrame } from './plugin-frame.js';

/** Embeds of plugins in sites of a venture, and in the portal. */
@Module({
  imports: [InstallHttpModule],
  controllers: [EmbedController, FramedPageController],
  providers: [EmbedService, PluginFrame],
  exports: [PluginFrame],
})
export class EmbedHttpModule {}
