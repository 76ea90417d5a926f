import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { BypassRowSecurity, Public, RequireRole, WithoutStepUp } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { ApiData, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import { ArrayMaxSize, IsBoolean, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';

class DemoFillingBody {
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

class DemoFillingView extends DemoFillingBody {
  @ApiProperty({ description: 'False while nobody has begun' }) begun: boolean;
}

const NOT_BEGUN: DemoFillingView = { begun: false, done: [], doing: '', listed: 0, drives: 0, finished: false };

/** How far the demo's marketplace has come. Only in demo mode; 404 otherwise. */
@ApiTags('demo')
@BodyLimit(SMALL_BODY)
@BypassRowSecurity('one row that is the same for everybody')
@Controller('api/v1/demo/filling')
export class DemoFillingController {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}

  /** Get how far the demo has been filled. */
  @Get()
  @Public()
  @ApiData(DemoFillingView)
  async show(): Promise<DemoFillingView> {
    const [row] = await this.database.query<DemoFillingView>(
      'select true as begun, done, doing, listed, drives, finished_at is not null as finished from platform.demo_filling',
    );
    return row ?? NOT_BEGUN;
  }

  /** Save how far the demo has been filled. By the program that fills it, after each of its steps. */
  @Put()
  @RequireRole('admin')
  @WithoutStepUp('shows progress, decides nothing')
  @ApiData(DemoFillingView)
  async save(@Body() body: DemoFillingBody): Promise<DemoFillingView> {
    await this.transactor.run((tx) =>
      tx.query(
        `insert into platform.demo_filling as f (done, doing, listed, drives, finished_at)
         values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)
         on conflict (only_row) do update set done = excluded.done, doing = excluded.doing, listed = excluded.listed,
           drives = excluded.drives, finished_at = coalesce(f.finished_at, excluded.finished_at)`,
        [body.done, body.doing, body.listed, body.drives, body.finished],
      ),
    );
    return this.show();
  }
}
