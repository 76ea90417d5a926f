import { ApiProperty } from '@portal/platform/description';
import { ANY_JSON, instant, maybeInstant, maybeText } from '@portal/platform/http';
import { POLICY_FORMS, type PolicyForm } from './domain/policy-definition.js';

const VALUE = { ...ANY_JSON, nullable: false, description: "JSON of the policy's own shape" };

export class PolicyVersionView {
  @ApiProperty() id: string;
  @ApiProperty() version: number;
  @ApiProperty({ description: 'What it means' }) sentence: string;
  @ApiProperty(VALUE) value: unknown;
  @ApiProperty(instant) valid_from: string;
  @ApiProperty() reason: string;
  @ApiProperty() proposed_by: string;
  @ApiProperty({ ...maybeText, description: 'Null: built in' }) decided_by: string | null;
  @ApiProperty(instant) decided_at: string;
}

class PolicyOptionView {
  @ApiProperty() value: string;
  @ApiProperty() label: string;
}

class PolicyFormView implements PolicyForm {
  @ApiProperty({ enum: POLICY_FORMS, description: 'Fields of the form for the value' }) kind: PolicyForm['kind'];
  @ApiProperty({ description: 'For a policy with a single choice, whole number or amount field; otherwise empty' })
  label: string;
  @ApiProperty({ description: 'Allowed values; may be empty' }) help: string;
  @ApiProperty({ type: [PolicyOptionView], description: 'What is chosen from' }) options: readonly PolicyOptionView[];
}

export class PolicyView {
  @ApiProperty() key: string;
  @ApiProperty() title: string;
  @ApiProperty({ type: PolicyFormView }) form: PolicyFormView;
  @ApiProperty({ description: 'The current value, in words' }) sentence: string;
  @ApiProperty(VALUE) value: unknown;
  @ApiProperty() version: number;
  @ApiProperty(instant) valid_from: string;
  @ApiProperty({ type: PolicyVersionView, nullable: true, description: 'Approved, starts later' })
  coming: PolicyVersionView | null;
  @ApiProperty({ type: [PolicyVersionView], description: 'Newest first' }) versions: PolicyVersionView[];
}

export class ComingPolicyView {
  @ApiProperty() key: string;
  @ApiProperty() title: string;
  @ApiProperty({ ...maybeInstant, description: 'When its next value starts; null: nobody of the host has decided it' })
  effective_at: string | null;
}

export class PolicyPreviewView {
  @ApiProperty({
    description: 'The current value, as a sentence',
    example: 'A failed payment is tried after 3 and 5 days.',
  })
  now: string;
  @ApiProperty({
    description: 'The resulting value, as a sentence',
    example: 'A failed payment is tried after 3 and 6 days.',
  })
  then: string;
  @ApiProperty(VALUE) value: unknown;
}
