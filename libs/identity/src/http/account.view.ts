import { ApiProperty } from '@nestjs/swagger';

export class SessionView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'The session of this very request' }) current: boolean;
  @ApiProperty() created_at: string;
  @ApiProperty({ description: 'To the minute' }) last_seen_at: string;
  @ApiProperty({ description: 'When it ends without a further request' }) ends_at: string;
  @ApiProperty({ nullable: true, type: String }) ip: string | null;
  @ApiProperty({ nullable: true, type: String }) user_agent: string | null;
}

export class RevokedSessionsView {
  @ApiProperty() revoked: number;
}
