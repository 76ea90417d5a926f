import { Module } from '@nestjs/common';
import { InstallHttpModule } from '../install/install.module.js';
import { EmbedController } from './embed.controller.js';
import { PluginFrame } from './plugin-frame.js';
import { ReadEmbed } from './read-embed.js';
import { RevealEmbed } from './reveal-embed.js';

/** Embeds of plugins in sites of a venture, and in the portal. */
@Module({
  imports: [InstallHttpModule],
  controllers: [EmbedController],
  providers: [PluginFrame, ReadEmbed, RevealEmbed],
  exports: [PluginFrame],
})
export class EmbedHttpModule {}
