import { describeHostileText } from '../support/browser/hostile-text.js';

describeHostileText(['anybody', 'author', 'story author', 'operator'], 'once');
