import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/entities/entities.js';

/**
 * The columns and their order are those of rate-limiter-flexible. Losing the table in a crash only resets the counts.
 */
@Entity({ schema: 'platform', name: 'rate_limits' })
export class RateLimitEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) key: string;
  @Column({ type: 'int', default: 0 }) points: number;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) expire: bigint | null;
}
