import { describeContract } from './vitest.ts';

describeContract();
