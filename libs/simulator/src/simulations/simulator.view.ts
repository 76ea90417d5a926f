import { ApiProperty } from '@nestjs/swagger';

class ScenarioProblemView {
  @ApiProperty({ description: 'JSON pointer into the scenario' }) pointer: string;
  @ApiProperty() message: string;
}

export class SimulationRequestView {
  @ApiProperty() id: string;
}

export class SimulationView {
  @ApiProperty() id: string;
  @ApiProperty({ type: String, nullable: true }) title: string | null;
  @ApiProperty({ enum: ['waiting', 'running', 'done', 'refused', 'failed'] }) state: string;
  @ApiProperty({ description: 'Steps of the scenario that have been played' }) steps_done: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Number of steps, once known' }) steps: number | null;
  @ApiProperty() requested_by: string;
  @ApiProperty({ format: 'date-time' }) requested_at: string;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) ended_at: string | null;
  @ApiProperty({ format: 'date-time', description: 'When the scenario and the result are deleted' }) kept_until: string;
  @ApiProperty({ type: String, nullable: true }) failure: string | null;
  @ApiProperty({ type: [ScenarioProblemView] }) problems: ScenarioProblemView[];
}

export class SimulationDetailView extends SimulationView {
  @ApiProperty({ type: Object, description: 'docs/simulate.md' }) scenario: object;
  @ApiProperty({ type: Object, nullable: true, description: 'docs/simulate.md; null until it is done' })
  result: object | null;
}

export class ScenarioView {
  @ApiProperty({ type: Object, description: 'docs/simulate.md' }) scenario: object;
}
