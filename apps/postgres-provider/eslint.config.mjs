import { recommended } from '@kcp-runtime/nx/eslint';
import workspace from '../../eslint.config.mjs';

export default [...workspace, recommended];
