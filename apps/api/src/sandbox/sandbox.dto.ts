import { ApiProperty } from '@portal/platform/description';
import { OptionalInstant, OptionalText, OptionalWhole, Whole } from '@portal/platform/http';

export class SandboxView {
  @ApiProperty({ format: 'date-time', description: 'Business time: wall clock plus test-clock offset' })
  clock_now: string;
  @ApiProperty({ format: 'date-time' }) wall_now: string;
  @ApiProperty() offset_ms: number;
  @ApiProperty({ type: String, nullable: true }) reference_drive_url: string | null;
  @ApiProperty({ type: String, nullable: true }) stripe_sandbox_url: string | null;
}

export class AdvanceClockBody {
  @OptionalWhole(0, 400 * 86_400_000, 'Milliseconds to advance by') advance_ms?: number;
  @OptionalInstant('Time to advance to') to?: string;
  @OptionalText(100, 'Required while someone holds a lease') lease?: string;
}

export class ClockView {
  @ApiProperty({ format: 'date-time' }) clock_now: string;
  @ApiProperty() offset_ms: number;
}

export class LeaseClockBody {
  @Whole(1_000, 600_000, 'How long the lease lasts, milliseconds') ttl_ms: number;
  @OptionalText(100, 'The lease to renew') lease?: string;
}

export class ClockLeaseView {
  @ApiProperty() lease: string;
  @ApiProperty({ format: 'date-time' }) ends_at: string;
}

export class ReleasedClockView {
  @ApiProperty() released: boolean;
}

export class MailView {
  @ApiProperty() id: string;
  @ApiProperty() to: string;
  @ApiProperty() subject: string;
  @ApiProperty() text: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}
