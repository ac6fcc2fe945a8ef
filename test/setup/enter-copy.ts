import { join } from 'node:path';
import process from 'node:process';

// Else what a test names by a relative path would be read from beside the service after all.
process.chdir(join(import.meta.dirname, '../..'));
