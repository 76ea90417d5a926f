import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/entities.js';

/** Its columns, in this order, are those that rate-limiter-flexible writes. Losing it in a crash only resets counts. */
@Entity({ schema: 'platform', name: 'rate_limits' })
@Index('rate_limits_expire', ['expire'])
export class RateLimitEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) key: string;
  @Column({ type: 'int', default: 0 }) points: number;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) expire: bigint | null;
}
