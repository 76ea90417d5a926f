import { ApiProperty } from '@nestjs/swagger';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';

class ScenarioProblemView {
  @ApiProperty({ description: 'JSON pointer into the scenario' }) pointer: string;
  @ApiProperty() message: string;
}

export class SimulationRequestView {
  @ApiProperty() id: string;
}

export class SimulationView {
  @ApiProperty() id: string;
  @ApiProperty(maybeText) title: string | null;
  @ApiProperty({ enum: ['waiting', 'running', 'done', 'refused', 'failed'] }) state: string;
  @ApiProperty({ description: 'Steps of the scenario that have been played' }) steps_done: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Number of steps, once known' }) steps: number | null;
  @ApiProperty() requested_by: string;
  @ApiProperty(instant) requested_at: string;
  @ApiProperty(maybeInstant) ended_at: string | null;
  @ApiProperty({ ...instant, description: 'When the scenario and the result are deleted' }) kept_until: string;
  @ApiProperty(maybeText) failure: string | null;
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
