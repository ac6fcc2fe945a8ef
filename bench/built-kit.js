// The command line as the published package starts it, although src/ is there.
import module from 'node:module';

module.enableCompileCache();
const { run } = await import('../dist/mocks/command.js');
await run();
