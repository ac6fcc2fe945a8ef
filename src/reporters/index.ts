/** Reporters: each turns a run's events into one format. */
import { json } from './json.ts';
import { pretty } from './pretty.ts';
import type { CreateReporter } from './reporter.ts';

/** By the names that people choose them by. */
export const reporters: Readonly<Record<string, CreateReporter>> = { pretty, json };
