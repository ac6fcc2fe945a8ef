import { configureGlobal } from 'fast-check';

// With a random seed, a mutant would be found today and missed tomorrow.
configureGlobal({ seed: 1 });
