import { describeHostileText } from '../support/browser/hostile-text.js';

describeHostileText(['reviewer', 'finance-preparer', 'admin']);
