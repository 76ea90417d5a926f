import { ApiProperty } from '@portal/platform/description';
import { Texts, Whole } from '@portal/platform/http';
import { IsBoolean, IsString, MaxLength } from 'class-validator';

export class DemoFillingBody {
  @Texts(500, 100, { description: 'Steps that are done, by their names', example: ['list tidepool'] }) done: string[];
  @ApiProperty({ description: 'What is being done', example: 'June 2026' }) @IsString() @MaxLength(200) doing: string;
  @Whole(0, 1_000, { description: 'Drives that are listed', example: 7 }) listed: number;
  @Whole(0, 1_000, { description: 'Drives that will be listed', example: 12 }) drives: number;
  @ApiProperty({ description: 'Whether nothing is left to do', example: false }) @IsBoolean() finished: boolean;
}

export class DemoFillingView extends DemoFillingBody {
  @ApiProperty({ description: 'False while nobody has begun' }) begun: boolean;
}
