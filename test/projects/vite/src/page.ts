import { startMock } from './mocks.ts';

await startMock();
