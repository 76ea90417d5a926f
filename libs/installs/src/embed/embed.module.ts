import { Module } from '@nestjs/common';
import { InstallHttpModule } from '../install/install.module.js';
import { EmbedController } from './embed.controller.js';
import { PluginFrame } from './plugin-frame.js';
import { ReadEmbed } from './read-embed.js';
import { RevealEmbed } from './reveal-embed.js';

/** What plugins bring into sites of a venture, and into the portal. */
@Module({
  imports: [InstallHttpModule],
  controllers: [EmbedController],
  providers: [PluginFrame, ReadEmbed, RevealEmbed],
  exports: [PluginFrame],
})
export class EmbedHttpModule {}
