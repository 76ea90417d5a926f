import { ApiProperty } from '../../description/index.js';

/** The answer to a change that has nothing else to say. */
export class DoneView {
  @ApiProperty() done: boolean;
}
