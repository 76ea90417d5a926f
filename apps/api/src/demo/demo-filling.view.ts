import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsBoolean, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';

export class DemoFillingBody {
  @ApiProperty({ type: [String], description: 'Steps that are done, by their names', example: ['list tidepool'] })
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  @ArrayMaxSize(500)
  done: string[];
  @ApiProperty({ description: 'What is being done', example: 'June 2026' }) @IsString() @MaxLength(200) doing: string;
  @ApiProperty({ description: 'Drives that are listed', example: 7 }) @IsInt() @Min(0) @Max(1_000) listed: number;
  @ApiProperty({ description: 'Drives that will be listed', example: 12 }) @IsInt() @Min(0) @Max(1_000) drives: number;
  @ApiProperty({ description: 'Whether nothing is left to do', example: false }) @IsBoolean() finished: boolean;
}

export class DemoFillingView extends DemoFillingBody {
  @ApiProperty({ description: 'False while nobody has begun' }) begun: boolean;
}
