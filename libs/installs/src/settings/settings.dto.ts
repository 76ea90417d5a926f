import { AnyObject, LAST_REVISION, OptionalLength, Whole } from '@portal/platform/http';

export class ChangeSettingsBody {
  @AnyObject('All values. A secret that is left out stays as it is; null removes it') config: object;
  @Whole(0, LAST_REVISION, 'The version that was edited') expected_version: number;
  @OptionalLength(1, 500, 'For whoever reads the history') reason?: string;
}
