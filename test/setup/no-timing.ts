import { beforeEach } from 'vitest';

// On a machine that is busy with mutants, a test of how long something takes fails by itself: the
// mutant would count as found.
beforeEach(({ task, skip }) => {
  if (task.name.includes('linear time')) skip();
});
